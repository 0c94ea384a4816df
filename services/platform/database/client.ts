import { Client, type ClientConfig } from 'pg';

/**
 * How long a pool keeps a connection that is not used: longer than the minute between two runs of most schedules, because
 * opening a connection costs more CPU time than what they do with it.
 */
export const IDLE_MS = 150_000;

/**
 * A connection that breaks emits `error` in addition to rejecting its queries, and Node ends a process without a
 * listener for that. The pool listens only while a connection is idle, so everyone who takes one out needs this.
 */
export function outliveBreaks(client: { on(event: 'error', listener: () => void): unknown }): void {
  client.on('error', () => undefined);
}

/** A connection outside the pools. When it breaks, its queries reject, and nothing else happens. */
export function createClient(options: ClientConfig): Client {
  const client = new Client(options);
  outliveBreaks(client);
  return client;
}
