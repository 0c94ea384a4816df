import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { settingsBeside } from '../../platform/embedded/settings.js';
import { type FailedJob, QueueAdmin } from '../../platform/events/queue-admin.js';
import { QueueAdminModule } from '../../platform/events/queue-admin.module.js';
import { createLogger } from '../../platform/log.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { runPart, StartError, unreachable } from '../../platform/start.js';

const USAGE = `npm run jobs                 lists the jobs that failed for good
npm run jobs -- retry ID     gives one of them all its attempts again
npm run jobs -- retry all    gives them to all of them
npm run jobs -- dismiss ID   dismisses one of them, or all: it is never tried again`;

await runPart(async () => {
  const [command = 'list', wanted, ...more] = process.argv.slice(2);
  if (more.length > 0 || !['list', 'retry', 'dismiss'].includes(command) || (command !== 'list') !== Boolean(wanted)) {
    throw new StartError(USAGE);
  }
  const config = loadConfig(await settingsBeside(process.env));
  const logger = createLogger('jobs', 'error');
  const database = await Database.connect({
    url: config.databaseUrl,
    entities: [],
    poolSize: 2,
    applicationName: 'lacquer jobs',
    onPoolError: () => undefined,
  }).catch(unreachable('DATABASE_URL'));
  @Module({ imports: [PlatformModule.core({ config, logger, database }), QueueAdminModule] })
  class JobsModule {}
  const application = await NestFactory.createApplicationContext(JobsModule, { logger: false, abortOnError: false });
  const admin = application.get(QueueAdmin);
  try {
    const failed = await admin.allFailed();
    if (command === 'list') console.log(listed(failed));
    else console.log(await change(admin, failed, command as 'retry' | 'dismiss', wanted!));
  } finally {
    await application.close();
  }
});

function listed(jobs: FailedJob[]): string {
  if (jobs.length === 0) return 'No job has failed for good.';
  const lines = jobs.map(
    ({ id, queue, handler, payload, error, attempts, failedAt }) =>
      `${id}\n  ${handler} in ${queue}, ${attempts} attempts, ${failedAt?.toISOString() ?? 'lost by the queue'}\n` +
      `  ${JSON.stringify(payload)}\n  ${error.split('\n')[0]}\n`,
  );
  return [
    ...lines,
    `${jobs.length} failed for good. npm run jobs -- retry ID (or all) tries them again, dismiss ID (or all) gives them up.`,
  ].join('\n');
}

async function change(
  admin: QueueAdmin,
  failed: FailedJob[],
  command: 'retry' | 'dismiss',
  wanted: string,
): Promise<string> {
  const chosen = wanted === 'all' ? failed : failed.filter(({ id }) => id === wanted);
  if (chosen.length === 0 && wanted !== 'all') throw new StartError(`No job ${wanted} has failed for good.`);
  for (const { queue, id } of chosen) await admin[command](queue, id);
  return `${chosen.length} ${command === 'retry' ? 'tried again' : 'dismissed'}.`;
}
