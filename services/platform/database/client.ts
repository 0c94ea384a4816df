import { Client, type ClientConfig } from 'pg';

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
