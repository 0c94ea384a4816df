import { Client } from 'pg';
import { CONNECT_MS, RETRY_MS } from '../database/client.js';
import type { Logger } from '../log.js';

const PING_MS = 30_000;
const PING_TIMEOUT_MS = 5_000;

interface PgListenerOptions {
  url: string;
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when the connection listens; messages sent before that are lost. `again` is true after a reconnect. */
  onConnected: (again: boolean) => void;
  logger: Logger;
}

/** The connection's application name in pg_stat_activity. */
export const listenerName = (channel: string): string => `lacquer listener ${channel}`;

/** Keeps one connection that LISTENs on a channel, and replaces it whenever it breaks. */
export class PgListener {
  private client: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private ping: NodeJS.Timeout | undefined;
  private failures = 0;
  private connectedBefore = false;
  private stopped = false;
  private connecting: Promise<void> | undefined;

  constructor(private readonly options: PgListenerOptions) {}

  /** False while messages are lost. A connection that broke without a word counts as listening until the next ping. */
  get isListening(): boolean {
    return this.ping !== undefined;
  }

  /** Resolves when the first attempt is over. */
  start(): Promise<void> {
    this.connecting = this.connect();
    return this.connecting;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.connecting;
    await this.drop();
  }

  private async connect(): Promise<void> {
    const { url, channel, onMessage, onConnected } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: listenerName(channel),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PING_TIMEOUT_MS,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client));
    client.on('notification', (message) => onMessage(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    if (this.client !== client) return;
    this.failures = 0;
    this.ping = setInterval(() => {
      client.query('SELECT 1').catch((error: unknown) => this.lost(client, error));
    }, PING_MS);
    onConnected(this.connectedBefore);
    this.connectedBefore = true;
  }

  private lost(client: Client, error?: unknown): void {
    if (this.client !== client) return;
    void this.drop();
    if (this.stopped) return;
    if (this.failures === 0) {
      this.options.logger.warn({ err: error, channel: this.options.channel }, 'The listening connection broke');
    }
    const wait = Math.min(50 * 2 ** this.failures++, RETRY_MS) * (0.5 + Math.random() / 2);
    this.retry = setTimeout(() => void this.start(), wait);
  }

  private async drop(): Promise<void> {
    clearInterval(this.ping);
    this.ping = undefined;
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }
}
