/** Every queue, with how many workers may die while running one of its jobs before the job fails. */
export const queues = {
  default: { stallsAllowed: 10 },
  probe: { stallsAllowed: 10 },
  analysis: { stallsAllowed: 10 },
  /** Tagged copies: their jobs read whole files, so that no others wait with them. */
  copies: { stallsAllowed: 10 },
  /** Notifications in the portal: they wait neither for sound nor for the mail server. */
  news: { stallsAllowed: 10 },
  mail: { stallsAllowed: 10 },
} as const;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as QueueName[];

/** How many jobs of each queue one worker process runs at once. */
export type Concurrency = Record<QueueName, number>;

/** The job of one event handler. All other data is in the outbox. */
export interface EventJob {
  eventId: string;
  event: string;
  payload: unknown;
  /** Id of the request that caused it; older jobs and schedules have none. */
  requestId?: string;
  /** Trace context of that request (W3C `traceparent`). */
  traceParent?: string;
  /** How often its workers had died when it was last retried by hand; the queue's own counter goes on. */
  stallsBefore?: number;
}

/** The same id for the same handler of an event, so adding the job again has no effect. */
export const jobId = (eventId: string, handler: string): string => `${eventId}-${handler}`;

/** The first attempt and the default number of retries. */
export const DEFAULT_ATTEMPTS = 5;

/**
 * Completed jobs are kept for an hour, by age: keeping a count costs a scan per job. Failed ones stay until retried.
 */
export const retention = { removeOnComplete: { age: 3600 }, removeOnFail: false } as const;

export const jobOptions = (attempts: number, backoffMs: number, lowPriority = false) => ({
  attempts,
  // In BullMQ, 0 comes before all other priorities.
  priority: lowPriority ? 1 : 0,
  backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
  ...retention,
});
