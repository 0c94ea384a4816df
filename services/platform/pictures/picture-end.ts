const PNG_SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk. */
const PNG_FRAME_BYTES = 12;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** Where a PNG or JPEG ends, whatever follows it; null if its end is missing. */
export function pictureEnd(bytes: Buffer, format: 'png' | 'jpeg'): number | null {
  return format === 'png' ? pngEnd(bytes) : jpegEnd(bytes);
}

function pngEnd(bytes: Buffer): number | null {
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_FRAME_BYTES <= bytes.length;) {
    const end = at + PNG_FRAME_BYTES + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end <= bytes.length ? end : null;
    at = end;
  }
  return null;
}

function jpegEnd(bytes: Buffer): number | null {
  for (let at = 0; at + 1 < bytes.length;) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    if (marker === EOI) return at + 2;
    // Any number of 0xFF may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker === SOI) at += 2;
    else if (at + 4 > bytes.length) return null;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === SOS) at = scanEnd(bytes, at);
    }
  }
  return null;
}

/** In compressed data, 0xFF is followed by 0 or by one of eight restart markers. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== 0 && next !== 0xff && !(next! >= 0xd0 && next! <= 0xd7)) return at;
  }
  return bytes.length;
}
