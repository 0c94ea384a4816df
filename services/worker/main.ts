import { entities } from '../features/entities.js';
import { loadConfig } from '../platform/config.js';
import { exitWithParent } from '../platform/embedded/parent.js';
import { serveMetrics } from '../platform/metrics/metrics-server.js';
import { openPlatform } from '../platform/open.js';
import { outliveRejections, runPart } from '../platform/start.js';
import { reportGaps } from '../platform/tasks/reader-gaps.js';
import { createWorker } from './worker.js';

await runPart(async () => {
  exitWithParent();
  const config = loadConfig();
  const platform = await openPlatform(config, 'worker', entities);
  outliveRejections(platform.logger);
  await reportGaps(platform.database, platform.logger);
  const worker = await createWorker(platform);
  worker.enableShutdownHooks();
  if (config.metricsPort) await serveMetrics(config.metricsPort, config.metricsToken);
  platform.logger.info('ready');
});
