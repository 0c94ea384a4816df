import type { z } from 'zod';
import type { EventDefinition } from '../database/tx.js';

export type { EventDefinition } from '../database/tx.js';

/**
 * Names an event and the shape of its payload: ids and versions, never whole records.
 * @throws when the name is not of the form `projects.status-changed`.
 */
export function defineEvent<S extends z.ZodType>(name: string, schema: S): EventDefinition<S> {
  if (!/^[a-z][a-z0-9.-]*$/.test(name)) throw new Error(`${name} is not a name for an event`);
  return { name, schema };
}
