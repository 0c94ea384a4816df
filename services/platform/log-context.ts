import { AsyncLocalStorage } from 'node:async_hooks';

/** What a log line belongs to: the request that began it and, in a worker, the job that goes on with it. */
export interface LogContext {
  requestId?: string;
  eventId?: string;
  handler?: string;
  job?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Every line that is logged by `work`, and by whatever it begins, carries the context. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

export const logContext = (): LogContext => storage.getStore() ?? {};
