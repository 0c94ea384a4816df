import { createClient } from './database/client.js';
import { createDataSource } from './database/database.js';
import { advisoryLocks } from './database/locks.js';
import { checkNotNewer, checkServer } from './database/schema-check.js';
import { migrateQueueSchema } from './events/queue-schema.js';
import { unreachable } from './start.js';

/**
 * Migrates the database to this build: the tables of the application and, unless `queueUrl` names a Redis, BullMQ's own
 * schema there. Safe to call from several processes at once.
 * @throws StartError when the server is too old or its tables belong to a newer build.
 */
export async function runMigrations(databaseUrl: string, queueUrl: string = databaseUrl): Promise<void> {
  const client = createClient({ connectionString: databaseUrl });
  await client.connect().catch(unreachable('DATABASE_URL'));
  const query = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[];
  try {
    await checkServer(query);
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await checkNotNewer(query);
    const source = createDataSource({
      url: databaseUrl,
      entities: [],
      poolSize: 1,
      applicationName: 'lacquer migrations',
      onPoolError: () => undefined,
    });
    await source.initialize();
    try {
      await source.runMigrations();
    } finally {
      await source.destroy();
    }
  } finally {
    await client.end();
  }
  await migrateQueueSchema(queueUrl);
}
