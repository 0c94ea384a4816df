import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PermanentError } from '../../platform/events/handler.js';
import { drain } from '../../testing/events/drain.js';
import { EventHarness, handler } from '../../testing/events/event-harness.js';
import { until } from '../../testing/until.js';

const run = promisify(execFile);

let events: EventHarness;

beforeAll(async () => {
  events = await EventHarness.open();
});

afterAll(async () => {
  await events?.reset();
  await events?.close();
});

/** The command as `npm run jobs` runs it; it needs a build. */
const jobs = async (...args: string[]) =>
  (
    await run(process.execPath, [join(import.meta.dirname, '../../../dist/commands/jobs/main.js'), ...args], {
      env: { DATABASE_URL: events.url, SECRET: 'x'.repeat(32) },
    })
  ).stdout;

it('lists the jobs that failed for good and tries them again', async () => {
  let broken = true;
  await events.start([
    handler('Poison', async (n, context) => {
      if (broken) throw new PermanentError('cannot be done');
      await events.note(context, `done ${n}`);
    }),
  ]);
  expect(await jobs()).toBe('No job has failed for good.\n');
  await events.knock(7);
  const { id } = await events.failure();
  const list = await jobs('list');
  for (const part of [id, 'Poison in default', '{"n":7}', 'cannot be done']) expect(list).toContain(part);
  broken = false;
  await expect(jobs('retry', 'nothing')).rejects.toMatchObject({ stderr: 'No job nothing has failed for good.\n' });
  expect(await jobs('retry', 'all')).toBe('1 tried again.\n');
  await drain(events.database);
  expect(await events.notes()).toEqual(['done 7']);
  await expect(jobs('explode')).rejects.toMatchObject({ code: 1 });
});

it('dismisses a failed job for good', async () => {
  await events.reset();
  await events.start([
    handler('Poison', async () => {
      throw new PermanentError('cannot be done');
    }),
  ]);
  await events.knock(1);
  await events.knock(2);
  await until('two failures', async () => (await events.admin.failed('default', 0, 2)).length === 2);
  const { id } = await events.failure();
  await expect(jobs('dismiss', 'nothing')).rejects.toMatchObject({ stderr: 'No job nothing has failed for good.\n' });
  expect(await jobs('dismiss', id)).toBe('1 dismissed.\n');
  expect(await jobs()).not.toContain(id);
  expect(await jobs('dismiss', 'all')).toMatch(/^\d dismissed\.\n$/);
  expect(await jobs()).toBe('No job has failed for good.\n');
  expect(await events.database.query('SELECT failed FROM outbox')).toEqual([{ failed: [] }, { failed: [] }]);
});
