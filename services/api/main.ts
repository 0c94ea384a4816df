import { resolve } from 'node:path';
import { SessionsService } from '../features/auth/sessions/sessions.service.js';
import { openDemo } from '../features/demo/demo.writes.js';
import { entities } from '../features/entities.js';
import { InlineSuggestions } from '../features/suggestions/inline-suggestions.service.js';
import { loadConfig } from '../platform/config.js';
import { exitWithParent, reportStep } from '../platform/embedded/parent.js';
import { measureProcess } from '../platform/metrics/metrics.js';
import { openPlatform } from '../platform/open.js';
import { outliveRejections, runPart } from '../platform/start.js';
import { createApi } from './app.js';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

await runPart(async () => {
  exitWithParent();
  const config = loadConfig();
  if (config.metricsToken) measureProcess();
  const platform = await openPlatform(config, 'api', entities);
  outliveRejections(platform.logger);
  reportStep('builds the application');
  const app = await createApi(platform, resolve('web/build/client'));
  app.enableShutdownHooks();
  if (config.devMode && !LOOPBACK.has(config.host)) {
    platform.logger.warn(
      { host: config.host },
      'Dev Mode listens beyond this machine: anyone who can reach it can act as any user',
    );
  }
  reportStep('opens its port');
  await app.listen(config.port, config.host);
  if (config.devMode) await openDemo(platform.database);
  platform.logger.info({ url: config.publicUrl }, 'ready');
  app.get(InlineSuggestions).keepReady();
  const hint = await app.get(SessionsService).setupHint();
  if (hint) console.log(hint);
});
