import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a log line: the request that started the work and, in a worker, the job that continues it. */
export interface LogContext {
  requestId?: string;
  eventId?: string;
  handler?: string;
  job?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Every line logged by `work`, and by anything it starts, carries the context. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

export const logContext = (): LogContext => storage.getStore() ?? {};
