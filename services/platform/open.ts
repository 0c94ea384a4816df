import type { Config } from './config.js';
import { Database } from './database/database.js';
import { isDatabaseOutage } from './database/outage.js';
import { checkSchema } from './database/schema-check.js';
import { reportStep } from './embedded/parent.js';
import { checkQueueSchema } from './events/queue-schema.js';
import { checkClock } from './events/server-checks.js';
import { joinStore } from './installation.js';
import { createLogger } from './log.js';
import { createMailer } from './mail/create.js';
import type { Platform } from './platform.module.js';
import { StartError, unreachable } from './start.js';
import { createStorage } from './storage/create.js';
import { StorageError } from './storage/storage.js';
import type { Tracing } from './tracing/tracing.js';

/**
 * Connects a process to its database and its object store; `name` appears in logs and in the database's list of
 * sessions.
 * @throws StartError when one of them is down, full or of another version, when they do not belong together, or when
 * this machine's clock is wrong.
 */
export async function openPlatform(config: Config, name: string, entities: Function[]): Promise<Platform> {
  const logger = createLogger(name, config.logLevel);
  reportStep('connects to the database');
  const tracing = await openTracing(config, name);
  const database = await Database.connect({
    url: config.databaseUrl,
    entities,
    poolSize: 20,
    applicationName: `lacquer ${name}`,
    onPoolError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  }).catch((error: unknown) => {
    if (isDatabaseOutage(error) || isRefusal(error)) unreachable('DATABASE_URL')(error);
    throw error;
  });
  await checkClock(database);
  await checkSchema((sql) => database.query(sql));
  await checkQueueSchema(config.queueUrl);
  reportStep('checks the file store');
  const storage = createStorage(config);
  await storage.open();
  await joinStore(database, storage).catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'full') throw noRoom(config);
    throw error;
  });
  return { config, logger, database, storage, mailer: createMailer(config, database), tracing };
}

/** The tracing libraries are loaded only when traces are sent somewhere. */
async function openTracing({ tracesEndpoint }: Config, name: string): Promise<Tracing | undefined> {
  if (!tracesEndpoint) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.js');
  return startTracing(tracesEndpoint, name);
}

/** SQLSTATE classes 28 (password or role) and 3D (no such database). */
function isRefusal(error: unknown): boolean {
  return /^(28|3D)/.test(String((error as { code?: unknown }).code));
}

const noRoom = ({ storageUrl, minFreeBytes }: Config): StartError =>
  new StartError(
    `The disk of ${storageUrl} has too little room: MIN_FREE_BYTES keeps ${minFreeBytes} bytes of it free. ` +
      'Make room, or set MIN_FREE_BYTES to less.',
  );
