import type { Tx } from '../database/tx.js';
import type { EventDefinition } from './define-event.js';
import type { QueueName } from './queues.js';

/** The second argument of a handler. */
export interface HandlerContext {
  /** Id of the event; for a schedule it is made from name and slot. The same on every attempt. */
  readonly eventId: string;
  readonly handler: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** Aborted when this worker stops or has lost the job to another. */
  readonly signal: AbortSignal;
  /**
   * Runs the handler's writes in the transaction that also records the event as handled. At most once per handler. If
   * another worker was faster, nothing is written and the handler ends here without an error.
   */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** One slot in the schedule of an `@Every`. */
export interface Tick {
  slot: Date;
}

/** A dependency of the handler is down: the job is delayed and no attempt is counted. */
export class DependencyUnavailableError extends Error {
  /** Milliseconds until the next attempt; undefined means a few seconds. */
  readonly delayMs: number | undefined;

  constructor(message?: string, { delayMs, ...options }: ErrorOptions & { delayMs?: number } = {}) {
    super(message, options);
    this.delayMs = delayMs;
  }
}

/** It is too early, for example because other work comes first: the job is delayed in the same way, without a warning. */
export class NotYetError extends DependencyUnavailableError {}

/** An error that another attempt cannot fix: the job fails at once. */
export class PermanentError extends Error {}

interface HandlerBase {
  /** `Class.method`: part of job ids and of `processed_event`, so renaming it makes it another handler. */
  readonly name: string;
  readonly queue: QueueName;
  readonly attempts: number;
  /** Delay before the second attempt; it doubles with each further one. */
  readonly backoffMs: number;
  /** Runs when the last attempt has failed. */
  readonly exhausted?: (payload: unknown, error: Error, tx: Tx) => Promise<void>;
}

export interface EventHandler extends HandlerBase {
  readonly kind: 'event';
  readonly event: EventDefinition;
  /** Whether its jobs wait until the queue has no job of normal priority. */
  readonly lowPriority: boolean;
  readonly run: (payload: unknown, context: HandlerContext) => Promise<void>;
}

export interface ScheduledHandler extends HandlerBase {
  readonly kind: 'schedule';
  readonly cron: string;
  readonly zone: string;
  readonly run: (tick: Tick, context: HandlerContext) => Promise<void>;
}

export type Handler = EventHandler | ScheduledHandler;

/** @throws when two handlers have the same name, or an event has no handler: either would silently lose work. */
export function checkHandlers(handlers: readonly Handler[], events: readonly EventDefinition[]): void {
  const names = new Set<string>();
  for (const { name } of handlers) {
    if (!/^[A-Za-z0-9._-]+$/.test(name)) throw new Error(`${name} is not a name for a handler`);
    if (names.has(name)) throw new Error(`The handler ${name} exists twice`);
    names.add(name);
  }
  const handled = new Set(handlers.map((handler) => (handler.kind === 'event' ? handler.event.name : undefined)));
  const orphans = events.filter((event) => !handled.has(event.name)).map((event) => event.name);
  if (orphans.length > 0) throw new Error(`No handler for the event ${orphans.join(', ')}`);
}
