/** Every queue, with how often a job may be taken from a dead worker before it counts as deadly itself. */
export const queues = {
  default: { stallsAllowed: 10 },
  probe: { stallsAllowed: 10 },
  analysis: { stallsAllowed: 10 },
  mail: { stallsAllowed: 10 },
} as const;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as QueueName[];

/** How many jobs of each queue one worker process runs at once. */
export type Concurrency = Record<QueueName, number>;

/** Of an event's job. The outbox keeps the rest. */
export interface EventJob {
  eventId: string;
  event: string;
  payload: unknown;
  /** Of the request that caused it; older jobs and schedules have none. */
  requestId?: string;
  /** Where the trace of that request goes on, W3C `traceparent`. */
  traceParent?: string;
}

/** One job for each handler of an event, whoever adds it and how often. */
export const jobId = (eventId: string, handler: string): string => `${eventId}-${handler}`;

/** First attempt and retries of a handler that does not say otherwise. */
export const DEFAULT_ATTEMPTS = 5;

/** Completed jobs stay an hour, by age: keeping a count costs a scan per job. Failed ones stay until retried. */
export const retention = { removeOnComplete: { age: 3600 }, removeOnFail: false } as const;

export const jobOptions = (attempts: number, backoffMs: number, yields = false) => ({
  attempts,
  // 0 comes before all others.
  priority: yields ? 1 : 0,
  backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
  ...retention,
});
