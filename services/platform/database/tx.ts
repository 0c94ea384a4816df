import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { LiveTopic } from '../domain-words.js';
import { logContext } from '../log-context.js';
import { storableJson } from '../text.js';
import { traceParent } from '../tracing/trace-context.js';
import { selectRows } from './rows.js';

/** The part of an event that `emit` needs; made by `defineEvent`. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: S;
}

/**
 * Notifies browsers that what they show has changed. It contains only ids; they fetch the data again. It reaches the
 * engineers of `studioId`, the people in `userIds`, and with `people` those who were invited to the project.
 */
export interface LiveEvent {
  topic: LiveTopic;
  id?: string;
  projectId?: string;
  studioId: string | null;
  userIds?: string[];
  people?: 'all' | 'deciders';
}

/** PostgreSQL refuses a notification of 8,000 bytes and more. */
const MAX_LIVE_BYTES = 7_900;

/** The handler and the event whose work a transaction is. */
export interface HandledEvent {
  eventId: string;
  handler: string;
}

/** Ends a transaction whose event the handler has handled before. */
export class AlreadyHandled extends Error {}

/** The argument of `Database.transaction`. Events and live updates are sent only when it commits. */
export class Tx {
  private events: { name: string; payload: string }[] = [];
  private liveMessages: string[] = [];
  private open = true;

  constructor(readonly manager: EntityManager) {}

  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return selectRows<T>(this.manager, sql, params);
  }

  /**
   * Queues the event for all its handlers.
   * @throws ZodError when the payload does not match the event's schema.
   */
  emit<S extends z.ZodType>(event: EventDefinition<S>, payload: z.input<S>): void {
    this.assertOpen();
    event.schema.parse(payload);
    this.events.push({ name: event.name, payload: storableJson(payload) });
  }

  live(event: LiveEvent): void {
    this.assertOpen();
    const message = JSON.stringify(event);
    if (Buffer.byteLength(message) > MAX_LIVE_BYTES) {
      throw new RangeError(`Live event ${event.topic} is longer than ${MAX_LIVE_BYTES} bytes`);
    }
    this.liveMessages.push(message);
  }

  /**
   * Writes the emitted events and the record that the event is handled, in one statement; called once, just before the
   * commit.
   * @throws AlreadyHandled when another transaction was faster; if that one is still running, this one waits for it.
   */
  async flush(handled?: HandledEvent): Promise<void> {
    this.open = false;
    const messages = this.liveMessages.map((message) => ({ channel: 'live', message }));
    if (this.events.length > 0) messages.push({ channel: 'outbox', message: '' });
    if (messages.length === 0 && !handled) return;
    const [written] = await this.query<{ handled: number }>(
      `WITH handled AS (
         INSERT INTO processed_event (event_id, handler)
         SELECT $7::uuid, $8::text WHERE $8 IS NOT NULL ON CONFLICT DO NOTHING RETURNING 1
       ), emitted AS (
         INSERT INTO outbox (event, payload, request_id, trace_parent)
         SELECT event, payload, $5, $6 FROM unnest($1::text[], $2::jsonb[]) AS e (event, payload)
       )
       SELECT (SELECT count(*)::integer FROM handled) AS handled,
         (SELECT count(pg_notify(channel, message)) FROM unnest($3::text[], $4::text[]) AS n (channel, message))`,
      [
        this.events.map((event) => event.name),
        this.events.map((event) => event.payload),
        messages.map((notification) => notification.channel),
        messages.map((notification) => notification.message),
        logContext().requestId ?? null,
        traceParent(),
        handled?.eventId ?? null,
        handled?.handler ?? null,
      ],
    );
    if (handled && written?.handled !== 1) throw new AlreadyHandled();
  }

  private assertOpen(): void {
    if (!this.open) throw new Error('The transaction is over: nothing can be emitted from it any more');
  }
}
