import { store, stored } from '../../api/stored';

/** Unsent form values by field name. */
export type Draft = Record<string, string | number | null>;

const PREFIX = 'lacquer.draft';
/** Fallback until the page closes, for browsers that cannot save. */
const unsaved = new Map<string, string>();

/** Keyed by person, so that the next person to sign in does not see it. */
const keyOf = (personId: string, place: string): string => `${PREFIX} ${personId} ${place}`;

/** Returns the saved draft; null if there is none or it cannot be read. */
export function readDraft<T extends Draft>(personId: string, place: string): T | null {
  const key = keyOf(personId, place);
  try {
    const value: unknown = JSON.parse(unsaved.get(key) ?? stored(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

/** Saves a draft until it is replaced or removed; it survives a reload. */
export function keepDraft(personId: string, place: string, draft: Draft): void {
  const key = keyOf(personId, place);
  const text = JSON.stringify(draft);
  if (store(key, text)) unsaved.delete(key);
  else unsaved.set(key, text);
}

export function dropDraft(personId: string, place: string): void {
  const key = keyOf(personId, place);
  unsaved.delete(key);
  store(key, null);
}
