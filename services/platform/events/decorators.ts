import 'reflect-metadata';
import type { z } from 'zod';
import type { EventDefinition } from './define-event.js';
import type { Handler, HandlerContext, Tick } from './handler.js';
import { DEFAULT_ATTEMPTS, type QueueName } from './queues.js';

const HANDLERS = Symbol('event handlers');
const BACKOFF_MS = 1000;

export interface OnOptions {
  queue: QueueName;
  /** Further attempts after the first; 4 by default. */
  retries?: number;
  /** Method of the same class `(payload, error, tx)`, run in a transaction when the last attempt has failed. */
  onExhausted?: string;
  /** Its jobs wait until the queue has no job of normal priority. */
  lowPriority?: boolean;
}

export interface EveryOptions {
  /** Name of the schedule, unique in the application. */
  name: string;
  /** IANA time zone; UTC by default. */
  zone?: string;
}

type Method = (...args: never[]) => Promise<void>;
type Declaration = { method: string } & (
  | { kind: 'event'; event: EventDefinition; options: OnOptions }
  | { kind: 'schedule'; cron: string; options: EveryOptions }
);

/**
 * Makes a method `(payload, context)` of a worker provider a handler of the event. Each handler gets a job of its own.
 */
export const On =
  <S extends z.ZodType>(event: EventDefinition<S>, options: OnOptions) =>
  <T extends (payload: z.output<S>, context: HandlerContext) => Promise<void>>(
    target: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<T>,
  ): void =>
    declare(target, { kind: 'event', method, event, options });

/**
 * Runs a method `(tick, context)` on a schedule, in one worker at a time. After an outage several missed slots arrive
 * as one tick, so the method selects what is due.
 */
export const Every =
  (cron: string, options: EveryOptions) =>
  <T extends (tick: Tick, context: HandlerContext) => Promise<void>>(
    target: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<T>,
  ): void =>
    declare(target, { kind: 'schedule', method, cron, options });

function declare(target: object, declaration: Declaration): void {
  const declared = (Reflect.getOwnMetadata(HANDLERS, target.constructor) as Declaration[] | undefined) ?? [];
  Reflect.defineMetadata(HANDLERS, [...declared, declaration], target.constructor);
}

/**
 * The handlers that an instance declares.
 * @throws when `onExhausted` names a method that it does not have.
 */
export function handlersOf(instance: object): Handler[] {
  if (typeof instance.constructor !== 'function') return [];
  const declared = (Reflect.getMetadata(HANDLERS, instance.constructor) as Declaration[] | undefined) ?? [];
  return declared.map((declaration): Handler => {
    const run = bound(instance, declaration.method);
    if (declaration.kind === 'schedule') {
      const { name, zone = 'UTC' } = declaration.options;
      const shared = { name, queue: 'default', attempts: DEFAULT_ATTEMPTS, backoffMs: BACKOFF_MS } as const;
      return { kind: 'schedule', ...shared, cron: declaration.cron, zone, run };
    }
    const { queue, retries = DEFAULT_ATTEMPTS - 1, onExhausted, lowPriority = false } = declaration.options;
    return {
      kind: 'event',
      name: `${instance.constructor.name}.${declaration.method}`,
      event: declaration.event,
      queue,
      attempts: retries + 1,
      backoffMs: BACKOFF_MS,
      lowPriority,
      run,
      ...(onExhausted && { exhausted: bound(instance, onExhausted) }),
    };
  });
}

function bound(instance: object, name: string): (...args: unknown[]) => Promise<void> {
  const method = (instance as Record<string, Method | undefined>)[name];
  if (typeof method !== 'function') throw new Error(`${instance.constructor.name} has no method ${name}`);
  return method.bind(instance) as (...args: unknown[]) => Promise<void>;
}
