/** Descriptors of a DDP are records of fixed-width fields in ASCII. */

const decoder = new TextDecoder('latin1');

export const latin1 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Text of a field without the padding. Damaged writers pad with NUL. */
export const textAt = (record: Uint8Array, at: number, size: number): string =>
  latin1(record.subarray(at, at + size))
    .replaceAll('\0', ' ')
    .trim();

/** A UPC or ISRC without the padding; programs write zeros for none. */
export function codeAt(record: Uint8Array, at: number, size: number): string {
  const text = textAt(record, at, size);
  return /^0+$/.test(text) ? '' : text;
}

/** Number of a field, padded with spaces or zeros; null if it is blank, NaN if it is not a number. */
export function numberAt(record: Uint8Array, at: number, size: number): number | null {
  const text = textAt(record, at, size);
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** Fields by their offset. Texts are aligned left; what is between the fields is blank. */
export function record(size: number, fields: readonly [at: number, width: number, text: string][]): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x20);
  for (const [at, width, text] of fields) {
    if (text.length > width) throw new RangeError(`“${text}” is longer than its field of ${width} characters`);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e) throw new RangeError(`“${text}” has characters outside ASCII`);
      bytes[at + index] = code;
    }
  }
  return bytes;
}

/** Digits of a number field, padded with zeros as most programs write them. */
export const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Splits a file into records; the rest that fills no record is left out. */
export function recordsOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.floor(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
