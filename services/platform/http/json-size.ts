interface JsonSize {
  /** Number of values, counted by commas and opening brackets. */
  values: number;
  depth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Measures JSON without parsing it, because what is parsed can take fifty times its length. */
export function jsonSize(bytes: Uint8Array): JsonSize {
  let values = 1;
  let open = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) {
      isText = true;
    } else if (byte === COMMA) {
      values += 1;
    } else if (OPENING.has(byte)) {
      values += 1;
      open += 1;
      depth = Math.max(depth, open);
    } else if (CLOSING.has(byte)) {
      open -= 1;
    }
  }
  return { values, depth };
}
