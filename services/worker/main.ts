import { entities } from '../features/entities.js';
import { ConfigError, loadConfig } from '../platform/config.js';
import { exitWithParent } from '../platform/embedded/parent.js';
import { openPlatform } from '../platform/open.js';
import { createWorker } from './worker.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const platform = await openPlatform(config, 'worker', entities);
  const worker = await createWorker(platform);
  worker.enableShutdownHooks();
  exitWithParent();
  platform.logger.info('ready');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
