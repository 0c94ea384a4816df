import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '../src/lib/audio/coded-audio.js';

/** Bytes of a file that `write` creates at the given path. */
export function bytesOfFile(write: (path: string) => void): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-sound-spec-'));
  try {
    write(join(folder, 'sound'));
    return new Uint8Array(readFileSync(join(folder, 'sound')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A source like a store, which counts the bytes it returned. */
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
