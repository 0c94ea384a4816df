import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** The metrics of this process, read by Prometheus. */
export const registry = new Registry();

export const requestSeconds = new Histogram({
  name: 'lacquer_http_request_seconds',
  help: 'Time until a request was answered, by route and status; live updates are left out.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  registers: [registry],
});

export const jobSeconds = new Histogram({
  name: 'lacquer_job_seconds',
  help: 'Time that one attempt of a job took, by handler and result (done, failed).',
  labelNames: ['handler', 'queue', 'result'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [registry],
});

export const jobsFailed = new Counter({
  name: 'lacquer_jobs_failed_total',
  help: 'Jobs that failed for good and wait to be retried by hand.',
  labelNames: ['handler', 'queue'],
  registers: [registry],
});

/** Measures event loop, memory and garbage collection of this process. Call it once, and only if metrics are served. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry, prefix: 'lacquer_' });
