import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { startTcpProxy, type TcpProxy } from '../../testing/servers/tcp-proxy.js';
import { until } from '../../testing/until.js';
import type { Config } from '../config.js';
import { createLogger } from '../log.js';
import { AnyQueue, AnyWorker } from './queue-classes.js';
import { QueueConnection } from './queue-connection.js';

/** Part of the statement with which BullMQ checks the queue's tables at the start. */
const BULLMQ_CHECK = 'min_client_version';

let test: TestDatabase;
let proxy: TcpProxy;
let connection: QueueConnection;
let queue: AnyQueue;
let worker: AnyWorker | undefined;

beforeEach(async () => {
  test = await createTestDatabase();
  const url = new URL(test.url);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  connection = new QueueConnection({ queueUrl: url.href } as Config, createLogger('test', 'silent'));
  proxy.refuseAt(BULLMQ_CHECK);
  queue = new AnyQueue('default', { connection: connection.options });
  connection.reportErrors(queue);
  worker = undefined;
});
afterEach(async () => {
  await worker?.close();
  await queue.close();
  await connection.close();
  await proxy.stop();
  await test.drop();
});

const isAway = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  );

it('answers again when its connection broke while BullMQ started on it', async () => {
  expect(await isAway(queue.getJobCounts('failed'))).toBe(true);
  proxy.thaw();
  await until('the queue', async () => !(await isAway(queue.getJobCounts('failed'))));
});

it('takes jobs when its connection broke while the worker started on it', async () => {
  const taken: string[] = [];
  worker = new AnyWorker('default', (job) => Promise.resolve(taken.push(job.name)), {
    connection: connection.options,
    runRetryDelay: 100,
  });
  connection.reportErrors(worker);
  expect(await isAway(queue.getJobCounts('failed'))).toBe(true);
  proxy.thaw();
  await until('the queue', async () => !(await isAway(queue.add('late', {}))));
  await until('the job', () => taken.length > 0);
});

it('writes nothing while it looks for stalled jobs and none is active', async () => {
  proxy.thaw();
  await until('the queue', async () => !(await isAway(queue.getJobCounts('failed'))));
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const run = () => {
    started.resolve();
    return finish.promise;
  };
  worker = new AnyWorker('default', run, { connection: connection.options, skipStalledCheck: true });
  connection.reportErrors(worker);
  const pool = connection.options as Pool;
  const searches = async () =>
    (await pool.query(`SELECT FROM meta WHERE queue = 'default' AND field = 'stalled-check'`)).rowCount;
  const search = () => (worker as unknown as { moveStalledJobsToWait(): Promise<void> }).moveStalledJobsToWait();
  await search();
  expect(await searches()).toBe(0);
  await queue.add('long', {});
  await started.promise;
  await search();
  expect(await searches()).toBe(1);
  finish.resolve();
});
