import type { Config } from './config.js';
import { Database } from './database/database.js';
import { createLogger } from './log.js';
import { createMailer } from './mail/create.js';
import type { Platform } from './platform.module.js';
import { createStorage } from './storage/create.js';

/** Connects a process to its database and its object store; `name` stands in logs and in the database's list of sessions. */
export async function openPlatform(config: Config, name: string, entities: Function[]): Promise<Platform> {
  const logger = createLogger(name, config.logLevel);
  const database = await Database.connect({
    url: config.databaseUrl,
    entities,
    poolSize: 20,
    applicationName: `lacquer ${name}`,
    onPoolError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const storage = createStorage(config);
  await storage.open();
  return { config, logger, database, storage, mailer: createMailer(config) };
}
