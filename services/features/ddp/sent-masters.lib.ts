import type { SentOfFile } from '../files/downloads.service.js';
import type { Piece } from './pieces.lib.js';

interface MadeTrack {
  samples: { objectKey: string } | null;
  master: { fileId: string } | null;
}

/**
 * The bytes of each master that a sent range stands for: with its first sample also the header, with its last one
 * everything after it. `end` is exclusive.
 */
export function sentOfMasters(
  pieces: readonly Piece[],
  { tracks }: { tracks: readonly MadeTrack[] },
  range: { start: number; end: number },
): SentOfFile[] {
  const sent = new Map<string, SentOfFile>();
  let at = 0;
  for (const piece of pieces) {
    const [from, to] = [Math.max(0, range.start - at), Math.min(piece.sizeBytes, range.end - at)];
    at += piece.sizeBytes;
    if (to <= from || piece.kind !== 'samples') continue;
    const { objectKey, objectBytes } = piece.samples;
    const master = tracks.find((track) => track.samples?.objectKey === objectKey)?.master;
    if (!master || sent.has(master.fileId)) continue;
    const start = from === 0 ? 0 : piece.samples.from + from;
    const end = to === piece.sizeBytes ? objectBytes : piece.samples.from + to;
    sent.set(master.fileId, { fileId: master.fileId, sizeBytes: objectBytes, start, end });
  }
  return [...sent.values()];
}
