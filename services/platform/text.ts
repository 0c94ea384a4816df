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
