import type { z } from 'zod';
import type { EventDefinition } from '../database/tx.js';

export type { EventDefinition } from '../database/tx.js';

const defined = new Map<string, EventDefinition>();

/**
 * Defines an event: its name and the shape of its payload (ids and versions, never whole records).
 * @throws when the name is taken or not of the form `projects.status-changed`.
 */
export function defineEvent<S extends z.ZodType>(name: string, schema: S): EventDefinition<S> {
  if (!/^[a-z][a-z0-9.-]*$/.test(name)) throw new Error(`${name} is not a name for an event`);
  if (defined.has(name)) throw new Error(`The event ${name} is defined twice`);
  const event = { name, schema };
  defined.set(name, event);
  return event;
}

/** Every event whose module this process has loaded. */
export const definedEvents = (): EventDefinition[] => [...defined.values()];
