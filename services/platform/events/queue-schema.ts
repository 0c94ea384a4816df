import { runMigrations } from 'bullmq';
import type { Client } from 'pg';
import { createClient } from '../database/client.js';
import { StartError, unreachable } from '../start.js';

/** BullMQ's own PostgreSQL schema. */
export const QUEUE_SCHEMA = 'bullmq';

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/** Creates or upgrades BullMQ's tables; nothing to do on Redis. BullMQ serialises concurrent callers itself. */
export async function migrateQueueSchema(queueUrl: string): Promise<void> {
  if (!isPostgresUrl(queueUrl)) return;
  await withClient(queueUrl, (client) => runMigrations(client, QUEUE_SCHEMA));
}

/** @throws StartError when the queue's tables are missing; Redis needs none, and may become available later. */
export async function checkQueueSchema(queueUrl: string): Promise<void> {
  if (!isPostgresUrl(queueUrl)) return;
  await withClient(queueUrl, async (client) => {
    const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
      `${QUEUE_SCHEMA}.job`,
    ]);
    if (!rows[0]?.found) throw new StartError('The queue has no tables yet: run `npm run migrate` first.');
  });
}

async function withClient(queueUrl: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = createClient({ connectionString: queueUrl });
  await client.connect().catch(unreachable('QUEUE_URL'));
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
