import { resolve } from 'node:path';
import { entities } from '../features/entities.js';
import { ConfigError, loadConfig } from '../platform/config.js';
import { exitWithParent } from '../platform/embedded/parent.js';
import { openPlatform } from '../platform/open.js';
import { createApi } from './app.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const platform = await openPlatform(config, 'api', entities);
  const app = await createApi(platform, resolve('web/build/client'));
  app.enableShutdownHooks();
  exitWithParent();
  await app.listen(config.port, config.host);
  platform.logger.info({ url: config.publicUrl }, 'ready');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
