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

/** Checksum of the samples that libsndfile decodes; null where it is not installed. @throws if it cannot open the file. */
export function heardBySndfile(bytes: Uint8Array, container: AudioContainer): string | null {
  if (!hasSndfile) return null;
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-sndfile-'));
  try {
    const [from, to] = [join(folder, `in.${container}`), join(folder, 'out.raw')];
    writeFileSync(from, bytes);
    run('sndfile-convert', '-pcm32', from, to);
    return sha256(readFileSync(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
