// Speed of the analysis beside FFmpeg's own loudness filter on the same file, and how much memory a child takes.
// Run: node --import ./scripts/ts-hooks.mjs bench/audio/speed.ts [rounds]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAudioFile } from '../../services/testing/audio.js';
import type { AudioFileSettings } from '../../services/testing/audio.js';

const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'lacquer-speed-'));
const once = fileURLToPath(new URL('./once.ts', import.meta.url));
const hooks = fileURLToPath(new URL('../../scripts/ts-hooks.mjs', import.meta.url));
const files: [string, AudioFileSettings][] = [
  ['4 min WAV 24/96', { format: 'wav', bits: 24, sampleRateHz: 96000, durationS: 240 }],
  ['4 min FLAC 24/96', { format: 'flac', bits: 24, sampleRateHz: 96000, durationS: 240 }],
  ['4 min MP3 16/44.1', { format: 'mp3', sampleRateHz: 44100, durationS: 240 }],
];

try {
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
  if (!hasFfmpeg) console.warn('NOT THERE: no ffmpeg on the PATH, nothing to compare with.');
  const rows: Record<string, Record<string, string | number>> = {};
  for (const [name, settings] of files) {
    const path = join(folder, `file.${settings.format}`);
    makeAudioFile(path, settings);
    const ours: Measured[] = [];
    const withPreview: Measured[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      if (hasFfmpeg) theirs.push(timeFfmpeg(path));
      ours.push(measure(path, 'figures'));
      withPreview.push(measure(path, 'preview'));
    }
    const engine = median(ours.map(({ ms }) => ms));
    rows[name] = {
      'engine ms': Math.round(engine),
      'ffmpeg ebur128 ms': hasFfmpeg ? Math.round(median(theirs)) : '–',
      'ffmpeg ÷ engine': hasFfmpeg ? (median(theirs) / engine).toFixed(2) : '–',
      'with preview ms': Math.round(median(withPreview.map(({ ms }) => ms))),
      'peak MB': Math.round(Math.max(...withPreview.map(({ megabytes }) => megabytes))),
    };
  }
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  ms: number;
  megabytes: number;
}

function measure(path: string, what: 'figures' | 'preview'): Measured {
  return JSON.parse(execFileSync(process.execPath, ['--import', hooks, once, path, what, folder], { encoding: 'utf8' })) as Measured;
}

function timeFfmpeg(path: string): number {
  const from = performance.now();
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'], { stdio: 'ignore' });
  return performance.now() - from;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
