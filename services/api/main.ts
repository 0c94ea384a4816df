import { resolve } from 'node:path';
import { entities } from '../features/entities.js';
import { ConfigError, loadConfig } from '../platform/config.js';
import { Database } from '../platform/database/database.js';
import { createLogger } from '../platform/log.js';
import { createStorage } from '../platform/storage/create.js';
import { createApi } from './app.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger('api', config.logLevel);
  const database = await Database.connect({
    url: config.databaseUrl,
    entities,
    poolSize: 20,
    applicationName: 'lacquer api',
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
  const app = await createApi({ config, logger, database, storage }, resolve('web/build/client'));
  app.enableShutdownHooks();
  await app.listen(config.port, config.host);
  logger.info({ url: config.publicUrl }, 'ready');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
