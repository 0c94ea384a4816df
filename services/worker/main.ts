import { entities } from '../features/entities.js';
import { ConfigError, loadConfig } from '../platform/config.js';
import { Database } from '../platform/database/database.js';
import { exitWithParent } from '../platform/embedded/parent.js';
import { createLogger } from '../platform/log.js';
import { createStorage } from '../platform/storage/create.js';
import { createWorker } from './worker.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger('worker', config.logLevel);
  const database = await Database.connect({
    url: config.databaseUrl,
    entities,
    poolSize: 20,
    applicationName: 'lacquer worker',
    onPoolError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const storage = createStorage({
    storageUrl: config.storageUrl,
    publicUrl: config.publicUrl,
    secret: config.secret,
    s3AccessKey: config.s3AccessKey,
    s3SecretKey: config.s3SecretKey,
  });
  await storage.open();
  const worker = await createWorker({ config, logger, database, storage });
  worker.enableShutdownHooks();
  exitWithParent();
  logger.info('ready');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
