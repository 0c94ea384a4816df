import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { drain } from '../testing/events/drain.js';
import { EventHarness, handler } from '../testing/events/event-harness.js';
import { until } from '../testing/until.js';
import { createLogger } from './log.js';
import { logContext, withLogContext } from './log-context.js';
import { tracer } from './tracing/trace-context.js';

let events: EventHarness;

beforeAll(async () => {
  events = await EventHarness.open();
});

afterAll(async () => {
  await events?.reset();
  await events?.close();
});

it('connects the lines of a request with those of the jobs that it caused', async () => {
  const seen: object[] = [];
  await events.start([handler('A', async () => void seen.push({ ...logContext() }))]);
  await withLogContext({ requestId: 'request-1' }, () => events.knock());
  await drain(events.database);
  const [row] = await events.database.query<{ id: string }>('SELECT id FROM outbox');
  expect(seen).toEqual([{ requestId: 'request-1', eventId: row!.id, handler: 'A', job: `${row!.id}-A` }]);
});

it('gives the line about the end of a job the trace of its request', async () => {
  await events.reset();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider());
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('worker', 'info', { write: (line: string) => lines.push(JSON.parse(line)) });
  try {
    await events.start([handler('A', async () => undefined)], {}, logger);
    const span = tracer().startSpan('request');
    const { traceId } = span.spanContext();
    await context.with(trace.setSpan(context.active(), span), () => events.knock());
    await drain(events.database);
    await until('the line', () => lines.some(({ msg }) => msg === 'job done'));
    expect(lines.find(({ msg }) => msg === 'job done')).toMatchObject({ traceId, handler: 'A' });
  } finally {
    for (const api of [trace, propagation, context]) api.disable();
  }
});

it('is in every line, and one line does not leak into the next', () => {
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
