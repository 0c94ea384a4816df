// Reads thousands of damaged files in the real child process: none may crash it or reach its time limit.
//   npm run bench -- fuzz [mutants] [seed]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioError } from '../../services/platform/audio/errors.js';
import { AudioRunner } from '../../services/platform/audio/runner.js';
import { randomFrom } from '../../services/platform/audio/synth.js';
import type { AudioFileSettings } from '../../services/testing/audio/audio.js';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { mutate } from '../../services/testing/audio/audio-mutants.js';

const mutants = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'lacquer-fuzz-'));
const kept = join(tmpdir(), 'lacquer-fuzz-found');
const tags = { title: 'Glass', artist: 'Nova Lane', track: '3/12', isrc: 'GBABC2600123' };
const originals: [string, AudioFileSettings][] = [
  ['a.wav', { format: 'wav', bits: 24, tags }],
  ['e.wav', { format: 'wav', bits: 32, float: true, channels: 6, wave: { extensible: { validBits: 0, mask: 0x3f } } }],
  ['r.wav', { format: 'rf64', bits: 16 }],
  ['a.w64', { format: 'w64', bits: 24 }],
  ['a.aiff', { format: 'aiff', bits: 24, tags }],
  ['a.aifc', { format: 'aifc', bits: 16 }],
  ['a.flac', { format: 'flac', bits: 24, tags }],
  ['a.mp3', { format: 'mp3', tags }],
];

const runner = new AudioRunner();
const outcomes = new Map<string, { files: number; worstMs: number }>();
const found: string[] = [];
let next = 0;

async function lane(number: number): Promise<void> {
  const outDir = join(folder, `out${number}`);
  while (next < mutants) {
    const index = next++;
    const [name] = originals[index % originals.length]!;
    const path = join(folder, `${index}-${name}`);
    const bytes = mutate(readFileSync(join(folder, name)), randomFrom(seed * 1_000_003 + index));
    writeFileSync(path, bytes);
    const from = performance.now();
    const outcome = await runner.analyse(path, { fileName: name, outDir }).then(
      ({ facts }) => (facts.complete ? 'facts' : 'facts, incomplete'),
      (error: unknown) => (error instanceof AudioError ? error.code : `bug: ${String(error)}`),
    );
    const ms = performance.now() - from;
    const so = outcomes.get(outcome) ?? { files: 0, worstMs: 0 };
    outcomes.set(outcome, { files: so.files + 1, worstMs: Math.round(Math.max(so.worstMs, ms)) });
    if (/crashed|timed_out|out_of_memory|bug/.test(outcome)) {
      mkdirSync(kept, { recursive: true });
      writeFileSync(join(kept, `${seed}-${index}-${name}`), bytes);
      found.push(`${outcome}: ${join(kept, `${seed}-${index}-${name}`)}`);
    }
    rmSync(path);
  }
}

try {
  for (const [name, settings] of originals) makeAudioFile(join(folder, name), { durationS: 1, ...settings });
  await Promise.all(Array.from({ length: availableParallelism() }, (_, number) => lane(number)));
} finally {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
}
console.table(Object.fromEntries(outcomes));
for (const line of found) console.error(line);
process.exitCode = found.length > 0 ? 1 : 0;
