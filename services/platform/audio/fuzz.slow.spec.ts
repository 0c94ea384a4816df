import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeAudioFile } from '../../testing/audio/audio.js';
import { mutate } from '../../testing/audio/audio-mutants.js';
import { AudioError } from './errors.js';
import { AudioRunner } from './runner.js';
import { randomFrom } from './synth.js';

const MUTANTS = 48;

it('every damaged file ends with facts or a reason, and a good one after them is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-fuzz-spec-'));
  const runner = new AudioRunner();
  try {
    const names = ['a.wav', 'a.aiff', 'a.flac', 'a.mp3'];
    const formats = ['wav', 'aiff', 'flac', 'mp3'] as const;
    names.forEach((name, index) =>
      makeAudioFile(join(folder, name), { format: formats[index]!, bits: 24, durationS: 1 }),
    );
    const random = randomFrom(20);
    const queue = Array.from({ length: MUTANTS }, (_, index) => {
      const name = names[index % names.length]!;
      const path = join(folder, `${index}-${name}`);
      writeFileSync(path, mutate(readFileSync(join(folder, name)), random));
      return path;
    });
    const unexpected: string[] = [];
    const lane = async (out: string) => {
      for (let path = queue.pop(); path; path = queue.pop()) {
        for (const read of [
          (file: string) => runner.probe(file, { fileName: file }),
          (file: string) => runner.analyse(file, { fileName: file, owner: out, outDir: join(folder, out) }),
        ]) {
          await read(path).catch((error: unknown) => {
            if (!(error instanceof AudioError) || error.code === 'crashed' || error.code === 'timed_out')
              unexpected.push(`${path}: ${String(error)}`);
          });
        }
      }
    };
    await Promise.all([lane('one'), lane('two')]);
    expect(unexpected).toEqual([]);
    const good = join(folder, 'a.flac');
    await expect(runner.analyse(good, { fileName: good, outDir: join(folder, 'one') })).resolves.toMatchObject({
      facts: { complete: true },
    });
  } finally {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
