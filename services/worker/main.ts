import { entities } from '../features/entities.js';
import { loadConfig } from '../platform/config.js';
import { exitWithParent } from '../platform/embedded/parent.js';
import { serveMetrics } from '../platform/metrics/metrics-server.js';
import { openPlatform } from '../platform/open.js';
import { outliveRejections, runPart } from '../platform/start.js';
import { confinementGaps } from '../platform/tasks/confined.js';
import { createWorker } from './worker.js';

await runPart(async () => {
  exitWithParent();
  const config = loadConfig();
  const platform = await openPlatform(config, 'worker', entities);
  outliveRejections(platform.logger);
  const gaps = confinementGaps();
  if (gaps.length > 0) platform.logger.warn({ gaps }, 'Processes that read uploaded files are not fully confined');
  const worker = await createWorker(platform);
  worker.enableShutdownHooks();
  if (config.metricsPort) await serveMetrics(config.metricsPort, config.metricsToken);
  platform.logger.info('ready');
});
