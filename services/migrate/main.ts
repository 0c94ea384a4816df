import { loadConfig } from '../platform/config.js';
import { runMigrations } from '../platform/database/migrate.js';
import { runPart } from '../platform/start.js';
import { createStorage } from '../platform/storage/create.js';

/** Brings database and queue up to this version and makes the bucket: before API and workers of this version start. */
await runPart(async () => {
  const config = loadConfig();
  await runMigrations(config.databaseUrl, config.queueUrl);
  await createStorage(config).open();
  console.log('Database, queue and object store are ready for this version.');
});
