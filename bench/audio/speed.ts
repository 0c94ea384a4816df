// Compares the analysis with FFmpeg's own loudness filter on the same file: elapsed time, CPU time (which is more
// reliable while other programs run) and a child's memory. Real music is slower than synthetic sound: pass a file of
// it, for example a master at 24/96.
//   npm run bench -- audio [rounds] [file]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { AudioFileSettings } from '../../services/testing/audio/audio.js';
import { makeAudioFile } from '../../services/testing/audio/audio.js';

const rounds = Number(process.argv[2] ?? 5);
const real = process.argv[3];
const folder = mkdtempSync(join(tmpdir(), 'lacquer-speed-'));
const once = fileURLToPath(new URL('./once.ts', import.meta.url));
const hooks = fileURLToPath(new URL('../../services/platform/tasks/ts-hooks.mjs', import.meta.url));
const files: [string, AudioFileSettings][] = [
  ['4 min WAV 24/96', { format: 'wav', bits: 24, sampleRateHz: 96000, durationS: 240 }],
  ['4 min FLAC 24/96', { format: 'flac', bits: 24, sampleRateHz: 96000, durationS: 240 }],
  ['4 min MP3 16/44.1', { format: 'mp3', sampleRateHz: 44100, durationS: 240 }],
];

const LOUDNESS = ['-af', 'ebur128=peak=true', '-f', 'null', '-'];
/** The same with the engine's preview, at LAME's same effort. */
const LOUDNESS_AND_PREVIEW = [
  '-filter_complex', '[0:a]asplit[loud][preview];[loud]ebur128=peak=true[out]', '-map', '[out]', '-f', 'null', '-',
  '-map', '[preview]', '-b:a', '256k', '-compression_level', '7', join(folder, 'preview.mp3'),
]; // prettier-ignore

try {
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
  if (!hasFfmpeg) console.warn('NOT THERE: no ffmpeg on the PATH, nothing to compare with.');
  const rows: Record<string, Record<string, string | number>> = {};
  const paths = files.map(([name, settings]) => {
    const path = join(folder, `file.${settings.format}`);
    makeAudioFile(path, settings);
    return [name, path] as const;
  });
  if (real) paths.push([basename(real), real]);
  for (const [name, path] of paths) {
    const ours: Measurement[] = [];
    const withPreview: Measurement[] = [];
    const theirs: Times[] = [];
    const theirsWithPreview: Times[] = [];
    for (let round = 0; round < rounds; round++) {
      if (hasFfmpeg) theirs.push(timeFfmpeg(path, LOUDNESS));
      if (hasFfmpeg) theirsWithPreview.push(timeFfmpeg(path, LOUDNESS_AND_PREVIEW));
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
      'its ffmpeg ÷ engine in CPU time': hasFfmpeg
        ? (middle(theirsWithPreview).cpuMs / middle(withPreview).cpuMs).toFixed(2)
        : '–',
      'CRC-32, % of its CPU time': ((100 * crcMs(path)) / engine.cpuMs).toFixed(1),
      'peak MB': Math.round(Math.max(...withPreview.map(({ megabytes }) => megabytes))),
    };
  }
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Times {
  ms: number;
  cpuMs: number;
}

interface Measurement extends Times {
  megabytes: number;
}

function measure(path: string, what: 'figures' | 'preview'): Measurement {
  return JSON.parse(
    execFileSync(process.execPath, ['--import', hooks, once, path, what, folder], { encoding: 'utf8' }),
  ) as Measurement;
}

/** CPU time of the checksum that archives need, over chunks that the analysis has in memory anyway; median. */
function crcMs(path: string): number {
  const CHUNK = 1 << 20;
  const bytes = readFileSync(path);
  const times = Array.from({ length: rounds }, () => {
    const from = process.cpuUsage();
    for (let at = 0, crc = 0; at < bytes.length; at += CHUNK) crc = crc32(bytes.subarray(at, at + CHUNK), crc);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return median(times);
}

function timeFfmpeg(path: string, args: readonly string[]): Times {
  const [from, cpu] = [performance.now(), cpuOfChildren()];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', path, ...args], { stdio: 'ignore' });
  return { ms: performance.now() - from, cpuMs: cpuOfChildren() - cpu };
}

/** CPU time in milliseconds of all children that have ended. */
function cpuOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc(5): cutime and cstime, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function middle(runs: Times[]): Times {
  return { ms: median(runs.map(({ ms }) => ms)), cpuMs: median(runs.map(({ cpuMs }) => cpuMs)) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
