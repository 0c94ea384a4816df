import type { Readable } from 'node:stream';
import { type ByteRange, type Storage, StorageError } from '../../platform/storage/storage.js';
import type { Samples } from './masters.lib.js';

/** A run of bytes: these, silence, or those of a stored object. */
export type Piece = { sizeBytes: number } & (
  { kind: 'bytes'; bytes: Uint8Array } | { kind: 'silence' } | { kind: 'samples'; samples: Samples }
);

export const totalBytes = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

interface Part {
  piece: Piece;
  from: number;
  /** Exclusive. */
  to: number;
}

function partsWithin(pieces: readonly Piece[], { start, end }: ByteRange): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const piece of pieces) {
    const [from, to] = [Math.max(0, start - at), Math.min(piece.sizeBytes, end + 1 - at)];
    if (to > from) parts.push({ piece, from, to });
    at += piece.sizeBytes;
  }
  return parts;
}

const SILENCE_BYTES = 256 << 10;
/** A view of a larger buffer, because whoever sends a chunk may give its memory back. */
const silence = new Uint8Array(SILENCE_BYTES + 1).subarray(0, SILENCE_BYTES);

/**
 * Reads a range of the pieces, one object at a time. The first object is opened before this resolves, so that a missing
 * one is an error before anything is answered.
 */
export async function readPieces(
  storage: Storage,
  pieces: readonly Piece[],
  range: ByteRange,
): Promise<AsyncGenerator<Uint8Array>> {
  const parts = partsWithin(pieces, range);
  const first = parts.find(({ piece }) => piece.kind === 'samples');
  const opened = first && (await openPart(storage, first));
  return bytesOf(storage, parts, first, opened);
}

async function* bytesOf(storage: Storage, parts: Part[], first?: Part, opened?: Readable): AsyncGenerator<Uint8Array> {
  let open = opened;
  try {
    for (const part of parts) {
      const { piece, from, to } = part;
      if (piece.kind === 'bytes') yield piece.bytes.slice(from, to);
      else if (piece.kind === 'silence') yield* silenceOf(to - from);
      else {
        open = part === first && opened ? opened : await openPart(storage, part);
        yield* piece.samples.isSwapped ? swapped(open, from, to) : exactly(open, to - from);
      }
    }
  } finally {
    open?.destroy();
  }
}

function* silenceOf(bytes: number): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= SILENCE_BYTES) yield silence.subarray(0, Math.min(left, SILENCE_BYTES));
}

/** Opens the samples; for swapped ones whole samples around the range. */
async function openPart(storage: Storage, { piece, from, to }: Part): Promise<Readable> {
  if (piece.kind !== 'samples') throw new Error('Only samples are in an object');
  const { samples } = piece;
  const [first, end] = samples.isSwapped ? [from - (from % 2), to + (to % 2)] : [from, to];
  const range = { start: samples.from + first, end: samples.from + end - 1 };
  const { body, sizeBytes } = await storage.get(samples.objectKey, range);
  if (sizeBytes === samples.objectBytes) return body;
  body.destroy();
  throw changed();
}

const changed = (): StorageError => new StorageError('unavailable', 'The length of the object has changed');

/** The bytes after a wrong length would be in the wrong place, and a resumed download would keep them. */
async function* exactly(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of body) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw changed();
}

/** Samples of 16 bits with their bytes in the other order. The body begins at an even byte. */
async function* swapped(body: AsyncIterable<Uint8Array>, from: number, to: number): AsyncGenerator<Uint8Array> {
  const begin = from - (from % 2);
  let at = begin;
  let odd: number | null = null;
  for await (const chunk of exactly(body, to + (to % 2) - begin)) {
    const length: number = chunk.length + (odd === null ? 0 : 1);
    const bytes = Buffer.alloc(length);
    if (odd !== null) bytes[0] = odd;
    bytes.set(chunk, length - chunk.length);
    const whole: number = length - (length % 2);
    odd = whole === length ? null : bytes[whole]!;
    const samples = bytes.subarray(0, whole).swap16();
    // Copies: the chunk that was sent gives its memory back.
    yield Uint8Array.prototype.slice.call(samples, Math.max(0, from - at), Math.min(whole, to - at));
    at += whole;
  }
}
