import { loadConfig } from '../../platform/config.js';
import { isDatabaseOutage } from '../../platform/database/outage.js';
import { runMigrations } from '../../platform/migrate.js';
import { runPart, StartError } from '../../platform/start.js';
import { createStorage } from '../../platform/storage/create.js';
import { StorageError } from '../../platform/storage/storage.js';

/** Database and object store may be starting at the same time. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

/** Migrates database and queue to this version and creates the bucket: before API and workers of this version start. */
await runPart(async () => {
  const config = loadConfig();
  await patiently(() => runMigrations(config.databaseUrl, config.queueUrl));
  await patiently(() => createStorage(config).open());
  console.log('Database, queue and object store are ready for this version.');
});

async function patiently(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (Date.now() > deadline) throw new StartError((error as Error).message, { cause: error });
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'unavailable';
  return error instanceof StartError && isDatabaseOutage(error.cause);
}
