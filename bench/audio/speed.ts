// Speed of the analysis beside FFmpeg's own loudness filter on the same file, by the clock and in CPU time, which says more
// where other programs run, and how much memory a child takes.
// Run: node --import ./scripts/ts-hooks.mjs bench/audio/speed.ts [rounds]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AudioFileSettings } from '../../services/testing/audio/audio.js';
import { makeAudioFile } from '../../services/testing/audio/audio.js';

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
    const theirs: Pick<Measured, 'ms' | 'cpuMs'>[] = [];
    for (let round = 0; round < rounds; round++) {
      if (hasFfmpeg) theirs.push(timeFfmpeg(path));
      ours.push(measure(path, 'figures'));
      withPreview.push(measure(path, 'preview'));
    }
    const [engine, ffmpeg] = [middle(ours), middle(theirs)];
    rows[name] = {
      'engine ms': Math.round(engine.ms),
      'ffmpeg ebur128 ms': hasFfmpeg ? Math.round(ffmpeg.ms) : '–',
      'ffmpeg ÷ engine': hasFfmpeg ? (ffmpeg.ms / engine.ms).toFixed(2) : '–',
      'in CPU time': hasFfmpeg ? (ffmpeg.cpuMs / engine.cpuMs).toFixed(2) : '–',
      'with preview ms': Math.round(middle(withPreview).ms),
      'peak MB': Math.round(Math.max(...withPreview.map(({ megabytes }) => megabytes))),
    };
  }
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  ms: number;
  cpuMs: number;
  megabytes: number;
}

function measure(path: string, what: 'figures' | 'preview'): Measured {
  return JSON.parse(
    execFileSync(process.execPath, ['--import', hooks, once, path, what, folder], { encoding: 'utf8' }),
  ) as Measured;
}

function timeFfmpeg(path: string): Pick<Measured, 'ms' | 'cpuMs'> {
  const [from, cpu] = [performance.now(), cpuOfChildren()];
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'], {
    stdio: 'ignore',
  });
  return { ms: performance.now() - from, cpuMs: cpuOfChildren() - cpu };
}

/** Milliseconds of CPU time of all children that have ended. */
function cpuOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc(5): cutime and cstime, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function middle(runs: Pick<Measured, 'ms' | 'cpuMs'>[]): Pick<Measured, 'ms' | 'cpuMs'> {
  return { ms: median(runs.map(({ ms }) => ms)), cpuMs: median(runs.map(({ cpuMs }) => cpuMs)) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
