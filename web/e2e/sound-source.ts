import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '../src/lib/audio/coded-audio.js';

/** The bytes of a file that `write` makes at the path it is given. */
export function bytesOfFile(write: (path: string) => void): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-sound-spec-'));
  try {
    write(join(folder, 'sound'));
    return new Uint8Array(readFileSync(join(folder, 'sound')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Gives out a file's bytes as a store does, and says how many it gave. */
export function sourceOf(bytes: Uint8Array): Source & { given: () => number } {
  let given = 0;
  return {
    read: (from, to) => {
      const piece = bytes.slice(from, to);
      given += piece.length;
      return Promise.resolve(piece.buffer);
    },
    sizeBytes: () => bytes.length,
    given: () => given,
  };
}
