import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { drain } from '../testing/events/drain.js';
import { EventHarness, handler } from '../testing/events/event-harness.js';
import { createLogger } from './log.js';
import { logContext, withLogContext } from './log-context.js';

let events: EventHarness;

beforeAll(async () => {
  events = await EventHarness.open();
});

afterAll(async () => {
  await events?.reset();
  await events?.close();
});

it('joins the lines of a request with those of the jobs that it caused', async () => {
  const seen: object[] = [];
  await events.start([handler('A', async () => void seen.push({ ...logContext() }))]);
  await withLogContext({ requestId: 'request-1' }, () => events.knock());
  await drain(events.database);
  const [row] = await events.database.query<{ id: string }>('SELECT id FROM outbox');
  expect(seen).toEqual([{ requestId: 'request-1', eventId: row!.id, handler: 'A', job: `${row!.id}-A` }]);
});

it('stands in every line, and one line leaves nothing in the next', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => lines.push(JSON.parse(line)) });
  withLogContext({ requestId: 'request-2' }, () => {
    logger.info({ file: 'a' }, 'first');
    logger.info('second');
  });
  logger.info('third');
  expect(lines.map(({ requestId, file }) => [requestId, file])).toEqual([
    ['request-2', 'a'],
    ['request-2', undefined],
    [undefined, undefined],
  ]);
});
