import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { startTestWorker } from '../../testing/worker.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** Span kinds as the protocol numbers them. */
const SERVER = 2;
const PRODUCER = 4;
const CONSUMER = 5;

let collector: Server;
let spans: Span[];
beforeEach(async () => {
  spans = [];
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      expect(request.url).toBe('/v1/traces');
      spans.push(...(body as Export).resourceSpans.flatMap((r) => r.scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterEach(() => void collector.close());

/** Delivers a project, waits until all follow-up work is done, and ends everything; returns the request's id. */
async function deliver(
  settings: Record<string, string>,
  look: (app: TestApp) => Promise<void> = async () => undefined,
) {
  const app = await startTestApp(settings);
  try {
    const worker = await startTestWorker(app);
    const { engineer, project } = await build(app).project();
    await app.anonymous.get('/api/health');
    const caller = app.as(engineer).with({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
    const { status, headers } = await caller.put(`/api/projects/${project.id}`, { status: 'delivered' });
    expect(status).toBe(200);
    await drain(app.database);
    await look(app);
    await worker.close();
    return headers.get('x-request-id');
  } finally {
    await app.close();
  }
}

const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;

it('connects a request, its wait in the outbox and the jobs that follow in one trace', async () => {
  const requestId = await deliver({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() });
  const request = spans.find(({ name }) => name === 'PUT /api/projects/:id')!;
  expect(request).toMatchObject({ kind: SERVER });
  expect(request.attributes).toContainEqual({ key: 'lacquer.request_id', value: { stringValue: requestId } });
  expect(request.traceId).not.toBe('a'.repeat(32));

  const ofTrace = spans.filter(({ traceId }) => traceId === request.traceId);
  const childrenOf = ({ spanId }: Span, kind: number) =>
    ofTrace.filter((span) => span.parentSpanId === spanId && span.kind === kind);
  const waits = childrenOf(request, PRODUCER);
  expect(waits.length).toBeGreaterThan(0);
  const jobs = waits.flatMap((wait) => childrenOf(wait, CONSUMER));
  expect(jobs.map(({ name }) => name)).toContain('ProjectNewsWorker.statusChanged');
  // The mail is a job of an event which that job emitted.
  const mails = jobs.flatMap((job) => childrenOf(job, PRODUCER)).flatMap((wait) => childrenOf(wait, CONSUMER));
  expect(mails.map(({ name }) => name)).toEqual(['NotificationMailWorker.send']);
  for (const { name, attributes } of [...waits, ...jobs, ...mails]) {
    expect({ name, attributes }).toEqual({
      name,
      attributes: expect.arrayContaining([{ key: 'lacquer.request_id', value: { stringValue: requestId } }]),
    });
  }
  for (const { startTimeUnixNano, endTimeUnixNano } of ofTrace) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);
});

it('leaves nothing when no collector is configured', async () => {
  await deliver({}, async ({ database }) => {
    const [events] = await database.query(
      'SELECT count(*)::integer AS all, count(trace_parent)::integer AS traced FROM outbox',
    );
    expect(events).toMatchObject({ traced: 0, all: expect.any(Number) });
  });
  expect(spans).toEqual([]);
});

it('ends in time while the collector is down', async () => {
  const address = endpoint();
  collector.close();
  await deliver({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
  expect(spans).toEqual([]);
});
