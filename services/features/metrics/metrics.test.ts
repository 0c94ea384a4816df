import { afterEach, expect, it } from '@jest/globals';
import { serveMetrics } from '../../platform/metrics/metrics-server.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { drain } from '../../testing/events/drain.js';
import { startTestWorker } from '../../testing/worker.js';
import { demo } from '../demo/demo.writes.js';

const TOKEN = 'a token of the tests';
const authorised = { authorization: `Bearer ${TOKEN}` };

let app: TestApp;
afterEach(() => app?.close());

it('needs the token', async () => {
  app = await startTestApp();
  expect((await app.anonymous.fetch('/api/metrics', { headers: authorised })).status).toBe(404);
  await app.close();
  app = await startTestApp({ METRICS_TOKEN: TOKEN });
  expect((await app.anonymous.fetch('/api/metrics')).status).toBe(401);
  expect((await app.as({ id: demo.engineerId }).fetch('/api/metrics')).status).toBe(401);
  expect((await app.anonymous.fetch('/api/metrics', { headers: authorised })).status).toBe(200);
});

it('counts requests by their route, jobs by their handler, queues, outbox, uploads and worker', async () => {
  app = await startTestApp({ METRICS_TOKEN: TOKEN });
  const engineer = app.as({ id: demo.engineerId });
  await engineer.get(`/api/projects/${demo.projectId}`);
  const scrape = async () => (await app.anonymous.fetch('/api/metrics', { headers: authorised })).text();
  expect(await scrape()).toMatch(/^lacquer_worker_present 0$/m);
  const worker = await startTestWorker(app);
  await engineer.post('/api/comments', { projectId: demo.projectId, comment: 'Louder' });
  await drain(app.database);
  const text = await scrape();
  for (const line of [
    /^lacquer_http_request_seconds_count\{method="GET",route="\/api\/projects\/:id",status="200"\} \d+$/m,
    /^lacquer_queue_jobs\{queue="analysis",state="waiting"\} 0$/m,
    /^lacquer_queue_oldest_seconds\{queue="default"\} [\d.]+$/m,
    /^lacquer_outbox_lag_seconds [\d.e-]+$/m,
    /^lacquer_uploads_open 0$/m,
    /^lacquer_worker_present 1$/m,
    /^lacquer_look_failed 0$/m,
    /^lacquer_job_seconds_count\{handler="\w+\.\w+",queue="\w+",result="done"\} \d+$/m,
  ])
    expect(text).toMatch(line);
  expect(text).not.toContain(demo.projectId);
  await worker.close();
});

it('a worker serves them on a separate port, and reports there that it is alive', async () => {
  const server = await serveMetrics(0, TOKEN);
  const { port } = server.address() as { port: number };
  const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect((await ask('/live')).status).toBe(200);
  expect((await ask('/metrics')).status).toBe(401);
  expect(await (await ask('/metrics', authorised)).text()).toContain('lacquer_nodejs_eventloop_lag_p99_seconds');
  expect((await ask('/else', authorised)).status).toBe(404);
  server.close();
});
