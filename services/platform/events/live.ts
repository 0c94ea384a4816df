import type { Database } from '../database/database.js';
import type { LiveEvent } from '../database/tx.js';
import type { Logger } from '../log.js';
import { PgListener } from './pg-listener.js';

export type { LiveEvent } from '../database/tx.js';

/** Notifies browsers of something that no transaction of ours wrote, such as progress. */
export async function publishLive(database: Database, event: LiveEvent): Promise<void> {
  await database.transaction(async (tx) => tx.live(event));
}

/** Receives the live events of all processes over one connection; each API process has one listener. */
export class LiveListener {
  private readonly listener: PgListener;
  private readonly subscribers = new Set<(event: LiveEvent) => void>();
  private readonly reconnected = new Set<() => void>();

  constructor(databaseUrl: string, logger: Logger) {
    this.listener = new PgListener({
      url: databaseUrl,
      channel: 'live',
      logger,
      onMessage: (payload) => {
        const event = JSON.parse(payload) as LiveEvent;
        for (const notify of this.subscribers) {
          try {
            notify(event);
          } catch (error) {
            logger.error({ err: error, topic: event.topic }, 'A subscriber of live events failed');
          }
        }
      },
      onConnected: (again) => {
        if (again) this.reconnected.forEach((notify) => notify());
      },
    });
  }

  /** Resolves when the first attempt to connect is over; further attempts follow on their own. */
  start(): Promise<void> {
    return this.listener.start();
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }

  /** @returns a function that ends the subscription. */
  subscribe(notify: (event: LiveEvent) => void): () => void {
    this.subscribers.add(notify);
    return () => this.subscribers.delete(notify);
  }

  /**
   * Called when events may have been missed: clients should fetch everything again.
   * @returns a function that ends the subscription.
   */
  onReconnected(notify: () => void): () => void {
    this.reconnected.add(notify);
    return () => this.reconnected.delete(notify);
  }
}
