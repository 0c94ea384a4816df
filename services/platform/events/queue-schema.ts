import { runMigrations } from 'bullmq';
import type { Client } from 'pg';
import { createClient } from '../database/client.js';
import { advisoryLocks } from '../database/locks.js';
import { StartError, unreachable } from '../start.js';

/** BullMQ's own PostgreSQL schema. */
export const QUEUE_SCHEMA = 'bullmq';

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

/**
 * The line as BullMQ keeps it on Redis: a job that was interrupted returns to its place, and one that had to pause joins
 * at the end when it is due. On PostgreSQL, BullMQ does the opposite of both.
 */
const KEEP_PLACES = `
  SELECT pg_advisory_xact_lock(${advisoryLocks.queueSchema});
  CREATE OR REPLACE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    NEW.seq := CASE OLD.state WHEN 'active' THEN OLD.seq ELSE nextval('job_seq') END;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER keep_place BEFORE UPDATE ON job FOR EACH ROW
    WHEN (NEW.state = 'waiting' AND OLD.state IN ('active', 'delayed')) EXECUTE FUNCTION keep_place()`;

/** Creates or upgrades BullMQ's tables; nothing to do on Redis. BullMQ serialises concurrent callers itself. */
export async function migrateQueueSchema(queueUrl: string): Promise<void> {
  if (!isPostgresUrl(queueUrl)) return;
  await withClient(queueUrl, async (client) => {
    await runMigrations(client, QUEUE_SCHEMA);
    await client.query(`SET search_path = ${QUEUE_SCHEMA}`);
    await client.query(KEEP_PLACES);
  });
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
