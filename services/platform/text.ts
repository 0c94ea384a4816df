/** Seconds as m:ss, as the portal shows them. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Characters that display a text in another order than it is written. */
export const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** One decimal with a real minus sign. */
export const oneDecimal = (value: number): string => value.toFixed(1).replace('-', '−');

/** One line of at most `max` characters; the last is '…' if something was cut. */
export function excerpt(text: string, max: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return characters.length <= max
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** Whether PostgreSQL can store the text: its `text` has no NUL, its `jsonb` no half of a surrogate pair either. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The text with U+FFFD in place of every character that PostgreSQL cannot store. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** JSON for a `jsonb`: like `JSON.stringify`, but every text, keys included, is `storable`. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\\(?:u0000|ud[89a-f][\da-f]{2}|.)/g, (escape) =>
    escape.length > 2 ? '\ufffd' : escape,
  );

/** Makes the texts of an error storable, and those of its causes; it stays the same object. */
export function storableError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  for (const field of ['name', 'message', 'stack'] as const) {
    const text: unknown = error[field];
    if (typeof text === 'string' && !isStorable(text))
      Object.defineProperty(error, field, { value: storable(text), configurable: true, writable: true });
  }
  if (error.cause instanceof Error && error.cause !== error) storableError(error.cause);
  return error;
}
