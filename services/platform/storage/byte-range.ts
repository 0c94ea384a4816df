import type { ByteRange } from './storage.js';

const END_BYTES = 512 << 10;

/**
 * Reads a Range header (RFC 9110 §14.2) for an object of `sizeBytes`. Null means the whole object: also for several
 * ranges, other units and unreadable headers, as the RFC allows.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const suffix = Math.min(Number(last), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** The first and last 512 KiB of an object, or all of a small one; no range for an empty one. */
export function bothEnds(sizeBytes: number): ByteRange[] {
  if (sizeBytes === 0) return [];
  if (sizeBytes <= 2 * END_BYTES) return [{ start: 0, end: sizeBytes - 1 }];
  return [
    { start: 0, end: END_BYTES - 1 },
    { start: sizeBytes - END_BYTES, end: sizeBytes - 1 },
  ];
}
