import type { RepairKind } from './health.schema.js';

interface RepairWriter {
  query(sql: string, params: unknown[]): Promise<unknown>;
}

/** Counts a sweep's repairs, in its transaction if it has one. */
export async function recordRepair(writer: RepairWriter, kind: RepairKind, times = 1): Promise<void> {
  if (times === 0) return;
  await writer.query(
    `INSERT INTO healings (kind, count, last_at) VALUES ($1, $2, now())
     ON CONFLICT (kind) DO UPDATE SET count = healings.count + excluded.count, last_at = excluded.last_at`,
    [kind, times],
  );
}
