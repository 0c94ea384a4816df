import { Client, type ClientConfig } from 'pg';

/**
 * A connection that breaks emits `error` besides rejecting what it was asked, and Node ends a process in which nobody
 * listens to that. The pool listens only while a connection is idle, so everyone who takes one out needs this.
 */
export function outliveBreaks(client: { on(event: 'error', listener: () => void): unknown }): void {
  client.on('error', () => undefined);
}

/** A connection beside the pools; when it breaks, what was asked on it rejects, and no more. */
export function createClient(options: ClientConfig): Client {
  const client = new Client(options);
  outliveBreaks(client);
  return client;
}
