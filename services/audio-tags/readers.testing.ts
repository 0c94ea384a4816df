import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioContainer } from '../audio-headers/containers.js';
import { areInstalled } from '../testing/programs.js';

const hasSndfile = areInstalled(['sndfile-convert'], 'opening tagged copies with libsndfile');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs `use` with the file, and removes it. */
function withFile<T>(bytes: Uint8Array, extension: string, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-readers-'));
  try {
    const path = join(folder, `in.${extension}`);
    writeFileSync(path, bytes);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Checksum of the samples that libsndfile decodes; null where it is not installed, and for BW64, which it does not read.
 * @throws if it cannot open the file.
 */
export function heardBySndfile(bytes: Uint8Array, container: AudioContainer): string | null {
  if (!hasSndfile || Buffer.from(bytes.subarray(0, 4)).toString() === 'BW64') return null;
  return withFile(bytes, container, (path, folder) => {
    const to = join(folder, 'out.raw');
    run('sndfile-convert', '-pcm32', path, to);
    return sha256(readFileSync(to));
  });
}

const hasFlac = areInstalled(['flac'], 'testing tagged copies with flac');

/** Decodes a FLAC with the reference decoder, which compares the MD5; does nothing without it. @throws if it refuses. */
export function testedByFlac(bytes: Uint8Array): void {
  if (hasFlac) withFile(bytes, 'flac', (path) => run('flac', '--test', '--silent', '--warnings-as-errors', path));
}
