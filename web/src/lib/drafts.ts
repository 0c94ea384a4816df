/** What is typed and not sent yet, by the names of its fields. */
export type Draft = Record<string, string | number | null>;

const PREFIX = 'lacquer.draft';
/** Kept here as long as the page is open where the browser keeps nothing. */
const unsaved = new Map<string, string>();

/** Of one person: whoever signs in next in this browser does not see it. */
const keyOf = (personId: string, place: string): string => `${PREFIX} ${personId} ${place}`;

/** Null where nothing was typed, or nothing that can be read. */
export function readDraft<T extends Draft>(personId: string, place: string): T | null {
  const key = keyOf(personId, place);
  try {
    const value: unknown = JSON.parse(unsaved.get(key) ?? localStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

/** Keeps it until it is replaced or dropped, also across a reload. */
export function keepDraft(personId: string, place: string, draft: Draft): void {
  const key = keyOf(personId, place);
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
}

export function dropDraft(personId: string, place: string): void {
  const key = keyOf(personId, place);
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was saved.
  }
}
