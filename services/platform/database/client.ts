import { Client, type ClientConfig } from 'pg';

/**
 * How long a pool keeps a connection that is not used: longer than the minute between two runs of most schedules, because
 * opening a connection costs more CPU time than what they do with it.
 */
export const IDLE_MS = 150_000;

/**
 * How long a new connection may take. In an outage, attempts may get no answer at all, and one that began just
 * before its end would keep everyone waiting.
 */
export const CONNECT_MS = 3_000;

/** A burst of requests opens many connections at once, which a busy machine answers late: refusing them would be worse. */
export const POOL_CONNECT_MS = 2 * CONNECT_MS;

/** The longest pause between two attempts to reach the server. */
export const RETRY_MS = 1_000;

/** A pool's timeout also counts the wait for a free connection, which says nothing about the server. */
class PoolClient extends Client {
  constructor(options?: ClientConfig) {
    super({ ...options, connectionTimeoutMillis: POOL_CONNECT_MS });
  }
}

/** Options of all pools. */
export const poolOptions = { Client: PoolClient, keepAlive: true, connectionTimeoutMillis: 10_000 };

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
