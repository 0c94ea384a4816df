import { StorageError } from './storage.js';

const MAX_KEY_BYTES = 900;
const MAX_SEGMENT_BYTES = 255;

/** Control characters, and characters with a special meaning in some file system or URL parser. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\\:*?"<>|]/;
/** Invisible characters that change the direction or look of a name. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const MAX_FILE_NAME_BYTES = 180;
const MAX_EXTENSION_BYTES = 16;

/**
 * Refuses (with `bad_key`) every key that disk and S3 would not both store unchanged: absolute, with empty, '.' or '..'
 * segments, with control or reserved characters, over 900 bytes or 255 bytes a segment.
 */
export function assertKey(key: string): void {
  const fine =
    key.isWellFormed() &&
    Buffer.byteLength(key) <= MAX_KEY_BYTES &&
    !FORBIDDEN.test(key) &&
    key
      .split('/')
      .every((segment) => segment !== '' && !/[. ]$/.test(segment) && Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES);
  if (!fine) throw new StorageError('bad_key', `Not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
}

/**
 * Turns any name that a browser sends into the last segment of a key: no path, control, bidi or reserved characters,
 * NFC, at most 180 bytes with its extension kept; 'file' if nothing is left.
 */
export function cleanFileName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleaned = base
    .replace(INVISIBLE, '')
    .replace(new RegExp(FORBIDDEN, 'g'), '_')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trimStart();
  const dot = cleaned.lastIndexOf('.');
  const hasExtension = dot >= 0 && Buffer.byteLength(cleaned.slice(dot)) <= MAX_EXTENSION_BYTES;
  const extension = hasExtension ? cleaned.slice(dot) : '';
  const stem = hasExtension ? cleaned.slice(0, dot) : cleaned;
  // Cutting may leave a character that a name must not end with.
  const short = truncateBytes(stem, MAX_FILE_NAME_BYTES - Buffer.byteLength(extension)).replace(/[. ]+$/, '');
  return (short || 'file') + extension;
}

function truncateBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept.trimEnd();
}
