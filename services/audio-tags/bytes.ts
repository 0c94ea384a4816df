/** Builds binary structures without Node's Buffer, so that browsers can use them too. */

export const concat = (...parts: Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text of exactly that many bytes, filled up with zeros and cut between characters. */
export function fixedText(text: string, length: number): Uint8Array {
  const field = new Uint8Array(length);
  new TextEncoder().encodeInto(text, field);
  return field;
}

function number(bytes: number, write: (view: DataView) => void): Uint8Array {
  const field = new Uint8Array(bytes);
  write(new DataView(field.buffer));
  return field;
}

export const uint32 = (value: number, littleEndian: boolean) =>
  number(4, (view) => view.setUint32(0, value, littleEndian));
export const uint64 = (value: number) => number(8, (view) => view.setBigUint64(0, BigInt(value), true));
export const int16 = (value: number) => number(2, (view) => view.setInt16(0, value, true));
export const uint16 = (value: number) => number(2, (view) => view.setUint16(0, value, true));

/** A chunk of RIFF (little-endian) or AIFF, padded to an even length. */
export const chunk = (id: string, body: Uint8Array, littleEndian: boolean): Uint8Array =>
  concat(utf8(id), uint32(body.length, littleEndian), body, new Uint8Array(body.length % 2));
