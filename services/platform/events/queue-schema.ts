import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** The PostgreSQL schema that BullMQ has for itself. */
export const QUEUE_SCHEMA = 'bullmq';

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/** Creates or upgrades BullMQ's tables; nothing to do on Redis. BullMQ serialises concurrent callers itself. */
export async function migrateQueueSchema(queueUrl: string): Promise<void> {
  if (!isPostgresUrl(queueUrl)) return;
  const client = new Client({ connectionString: queueUrl });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
