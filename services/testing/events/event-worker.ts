// The worker that the tests of the event core kill. Its settings are the first argument, as JSON.
import { flushCompileCache } from 'node:module';
import type { Tx } from '../../platform/database/tx.js';
import type { EventHandler, Handler, HandlerContext } from '../../platform/events/handler.js';
import type { QueueName } from '../../platform/events/queues.js';
import { timing } from '../../platform/events/timing.js';
import type { Step } from '../../platform/events/trace.js';
import { createLogger } from '../../platform/log.js';
import { type EventWorkerSettings, workDone, workRequested } from './event-work.js';
import { startEventWorker } from './start-event-worker.js';

await run(JSON.parse(process.argv[2] ?? '') as EventWorkerSettings);

async function run({ databaseUrl, queueUrl, crash, cron, ...rest }: EventWorkerSettings): Promise<void> {
  const logger = createLogger('test worker', 'error');
  let seen = 0;
  const reach = (step: Step | 'handler.running') => {
    if (step !== crash?.at || ++seen !== crash.nth) return;
    console.log('reached');
    process.kill(process.pid, crash.signal ?? 'SIGKILL');
  };
  const worker = await startEventWorker({
    databaseUrl,
    queueUrl,
    handlers: handlers(() => reach('handler.running'), cron),
    events: [workRequested, workDone],
    concurrency: { default: 8, probe: 2, analysis: 2, copies: 1, news: 1, mail: 2 },
    logger,
    timing: { ...timing, ...rest.timing },
    trace: reach,
  });
  process.once('SIGTERM', () => {
    void worker.stop();
  });
  // For the next process, because this one will be killed.
  flushCompileCache();
  console.log('ready');
}

function handlers(running: () => void, cron: string | undefined): Handler[] {
  const effect = (tx: Tx, context: HandlerContext, n: number) =>
    tx.query('INSERT INTO effect (handler, n) VALUES ($1, $2)', [context.handler, n]);
  const handler = (
    name: string,
    queue: QueueName,
    event: typeof workRequested,
    after: (tx: Tx, n: number) => void = () => undefined,
  ): EventHandler => ({
    kind: 'event',
    name,
    queue,
    event,
    attempts: 5,
    backoffMs: 50,
    lowPriority: false,
    run: async (payload, context) => {
      const { n } = event.schema.parse(payload);
      running();
      await context.commit(async (tx) => {
        await effect(tx, context, n);
        after(tx, n);
      });
    },
  });
  const list: Handler[] = [
    handler('First.run', 'default', workRequested, (tx, n) => tx.emit(workDone, { n })),
    handler('Second.run', 'analysis', workRequested),
    handler('Third.run', 'default', workDone),
  ];
  if (cron) {
    list.push({
      kind: 'schedule',
      name: 'every-tick',
      queue: 'default',
      attempts: 5,
      backoffMs: 50,
      cron,
      zone: 'UTC',
      run: async ({ slot }, context) => {
        running();
        await context.commit((tx) => effect(tx, context, slot.getTime() / 1000));
      },
    });
  }
  return list;
}
