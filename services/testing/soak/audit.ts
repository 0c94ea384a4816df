import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../platform/database/database.js';
import { INCOMING, type Storage } from '../../platform/storage/storage.js';
import type { Ledger } from './studio.js';

export interface AuditTarget {
  database: Database;
  storage: Storage;
}

/** Compares the portal's state with what it acknowledged; returns a sentence for each fault. */
export async function audit(ledger: Ledger, audited: AuditTarget): Promise<string[]> {
  const checks = [uploads, registrations, releases, notifications, analyses, suggestions];
  const found = await Promise.all(checks.map((check) => check(ledger, audited)));
  return [...ledger.problems, ...found.flat()];
}

/** Every acknowledged upload must be an object with those bytes, registered or waiting for registration. */
async function uploads(ledger: Ledger, { database, storage }: AuditTarget): Promise<string[]> {
  const known = await database.query<{ key: string }>(
    'SELECT object_key AS key FROM audio UNION SELECT upload_key FROM staging_files WHERE upload_key IS NOT NULL',
  );
  const keys = new Set(known.map(({ key }) => key));
  const problems: string[] = [];
  for (const { r2Key, sha256 } of ledger.uploads) {
    if (!keys.has(r2Key)) problems.push(`the database has no record of the uploaded object ${r2Key}`);
    const found = await digest(storage, r2Key)
      // In a bucket it waits beside its key until it is registered.
      .catch(() => digest(storage, INCOMING + r2Key))
      .catch((error: unknown) => String(error));
    if (found !== sha256) problems.push(`the uploaded object ${r2Key} is not what was sent: ${found}`);
  }
  return problems;
}

async function registrations(ledger: Ledger, { database }: AuditTarget): Promise<string[]> {
  const rows = await database.query<{ id: string; key: string; sha256: string | null }>(
    'SELECT f.id, a.object_key AS key, a.sha256 FROM staging_files f JOIN audio a ON a.id = f.audio_id',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...ledger.registered].flatMap(([id, { r2Key, sha256 }]) => {
    const row = byId.get(id);
    if (!row) return [`the registered file ${r2Key} is gone`];
    return row.key === r2Key && row.sha256 === sha256 ? [] : [`${r2Key} has the checksum ${row.sha256} of ${row.key}`];
  });
}

/** All files of a release are released, or none, each as one file in one slot; for an acknowledged release, all. */
async function releases(ledger: Ledger, { database }: AuditTarget): Promise<string[]> {
  const rows = await database.query<{ id: string; status: string; files: number; slots: number }>(
    `SELECT s.id, s.status, count(DISTINCT f.id)::integer AS files, count(slots.id)::integer AS slots
     FROM staging_files s LEFT JOIN files f ON f.audio_id = s.audio_id LEFT JOIN slots ON slots.file_id = f.id
     GROUP BY s.id`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ledger.releases.flatMap(({ projectId, stagingFileIds, acknowledged }) => {
    const states = stagingFileIds.map((id) => byId.get(id));
    const whole = states.every((row) => row?.status === 'released' && row.files === 1 && row.slots === 1);
    const untouched = states.every((row) => row?.status === 'assigned' && row.files === 0);
    if (whole || (untouched && !acknowledged)) return [];
    return [`a release in ${projectId} is incomplete: ${JSON.stringify(states)}`];
  });
}

/**
 * One notification for each release and each delivery, and one of the edition that a delivery unlocks. A release that
 * is handled after the delivery has no notification of its own: its files are in that edition.
 */
async function notifications(ledger: Ledger, { database }: AuditTarget): Promise<string[]> {
  const rows = await database.query<{
    project: string;
    expected: number;
    told: number;
    delivered: number;
    editions: number;
  }>(
    `SELECT p.id AS project,
            (SELECT count(*)::integer FROM activities a WHERE a.project_id = p.id AND a.type = 'masters_released') AS expected,
            count(n.id) FILTER (WHERE n.type = 'masters_available')::integer AS told,
            count(n.id) FILTER (WHERE n.type = 'project_status_updated')::integer AS delivered,
            count(n.id) FILTER (WHERE n.type = 'delivery_ready')::integer AS editions
     FROM projects p LEFT JOIN notifications n ON n.metadata->>'projectId' = p.id::text GROUP BY p.id`,
  );
  const byId = new Map(rows.map((row) => [row.project, row]));
  const isDelivered = new Set(ledger.delivered);
  const asItShouldBe = (told: number, releases: number, project: string) =>
    told === releases || (told < releases && isDelivered.has(project));
  const problems = rows
    .filter(({ project, expected, told }) => !asItShouldBe(told, expected, project))
    .map(({ project, expected, told }) => `${told} notifications of ${expected} releases in ${project}`);
  for (const [projectId, acknowledged] of Map.groupBy(
    ledger.releases.filter((each) => each.acknowledged),
    (each) => each.projectId,
  )) {
    const told = byId.get(projectId)?.told ?? 0;
    if (!asItShouldBe(told, acknowledged.length, projectId))
      problems.push(`${told} notifications of ${acknowledged.length} asked releases in ${projectId}`);
  }
  for (const projectId of ledger.delivered) {
    const { delivered, editions } = byId.get(projectId) ?? {};
    if (delivered !== 1) problems.push(`${delivered} notifications of the delivery of ${projectId}`);
    if (editions !== 1) problems.push(`${editions} notifications of the edition of ${projectId}`);
  }
  return problems;
}

/** Every registered file is analysed, and the results are stored. */
async function analyses(_: Ledger, { database, storage }: AuditTarget): Promise<string[]> {
  const rows = await database.query<{ key: string; state: string; error: unknown; derived: string[] }>(
    `SELECT object_key AS key, state, error, array_remove(ARRAY[peaks_key, preview_key], NULL) AS derived FROM audio`,
  );
  const problems: string[] = [];
  for (const { key, state, error, derived } of rows) {
    if (state !== 'done') problems.push(`the analysis of ${key} is ${state}: ${JSON.stringify(error)}`);
    else if (derived.length !== 2) problems.push(`${key} has no waveform or no preview`);
    for (const each of derived) {
      await digest(storage, each).catch((cause: unknown) => problems.push(`${each} of ${key}: ${String(cause)}`));
    }
  }
  return problems;
}

async function suggestions(_: Ledger, { database }: AuditTarget): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT id FROM projects WHERE suggested_revision < staging_revision',
  );
  return rows.map(({ id }) => `the suggestions of ${id} are not current`);
}

async function digest(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  const { body } = await storage.get(key);
  await pipeline(body, hash);
  return hash.digest('hex');
}
