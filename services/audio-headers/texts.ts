const ISRC = /ISRC[^A-Z0-9]{0,40}([A-Z]{2}[-\s]?[A-Z0-9]{3}[-\s]?\d{2}[-\s]?\d{5})(?![A-Z0-9])/i;

/**
 * RIFF and AIFF do not name an encoding: UTF-8 if the text is valid, otherwise Windows-1252, as Windows programs write.
 */
export function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return new TextDecoder('windows-1252').decode(text);
  }
}

/** Removes control characters, which fit neither the database nor the page, and cuts the text. */
export function cleanText(text: string, maxCharacters: number): string {
  return text
    .slice(0, 4 * maxCharacters)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed();
}

/** Several names that a tag has, as one text: 'Ana, Ben' of 'Ana;Ben'. FFmpeg and Windows join them by semicolons. */
export const namesIn = (text: string): string =>
  [...new Set(text.split(';').map((name) => name.trim()))].filter(Boolean).join(', ');

/** Shorter names may have a slash of their own: AC/DC. */
const SHORTEST_NAME = 3;

/** Several values that ID3v2.3 joins by slashes, joined by semicolons; a single value stays as it is. */
export function slashedValues(text: string): string {
  const values = text.split('/');
  return values.every((value) => value.trim().length >= SHORTEST_NAME) ? values.join(';') : text;
}

/** An ISRC in upper case without dashes and spaces (ISO 3901), or null if the text is not an ISRC. */
export function normaliseIsrc(text: string): string | null {
  const bare = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(bare) ? bare : null;
}

/** The ISRC after the word ISRC: `<ISRC>…</ISRC>` in iXML, `ISRC:…` in axml (EBU Tech 3352), 'ISRC …' in a comment. */
export function findIsrc(text: string | Uint8Array): string | null {
  const found = ISRC.exec(typeof text === 'string' ? text : new TextDecoder('latin1').decode(text));
  return normaliseIsrc(found?.[1] ?? '');
}
