import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SuggestFile } from '../../../services/engine/types.js';
import { analyse } from '../../../services/platform/audio/analyse.js';
import { defaultAudioLimits } from '../../../services/platform/audio/limits.js';
import { resultPaths } from '../../../services/platform/audio/results.js';
import { Draw } from '../draw.js';
import type { Recipe } from './recipes.js';

const VOCALS = 'highpass=f=280,lowpass=f=4500';

/** The part of a song that is rendered. */
export interface Part {
  song: string;
  /** another song, whose middle register is used as vocals */
  voice: string;
  fromS: number;
  lengthS: number;
}

/** Songs below a folder that have at least that length: the first `count` in a fixed random order. */
export function songsIn(folder: string, lengthS: number, count: number): string[] {
  const isLong = (path: string): boolean => {
    const { stdout } = spawnSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      path,
    ]);
    return Number(stdout) > lengthS;
  };
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const songs = new Draw(7).some(files.filter((name) => /\.(ogg|opus|mp3|flac|wav)$/.test(name)));
  const long: string[] = [];
  for (const name of songs) {
    if (long.length === count) break;
    if (isLong(join(folder, name))) long.push(join(folder, name));
  }
  return long;
}

/** Decibels from a song's mean level to −20 dBFS, so that music and vocals are equally loud. */
function gainOf({ fromS, lengthS }: Part, path: string, filters: string): number {
  const args = ['-ss', String(fromS), '-t', String(lengthS), '-i', path, '-af', `${filters},volumedetect`];
  const { stderr } = spawnSync('ffmpeg', ['-nostats', ...args, '-f', 'null', '-'], { encoding: 'utf8' });
  return -20 - Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1] ?? -20);
}

/** Songs' gains, measured once for all renders. */
const gains = new Map<Part, { music: number; vocals: number }>();

function render(part: Part, { singing, chain, rate, bits }: Recipe, out: string): void {
  const { song, voice, fromS, lengthS } = part;
  const gain = gains.get(part) ?? { music: gainOf(part, song, 'anull'), vocals: gainOf(part, voice, VOCALS) };
  gains.set(part, gain);
  const graph =
    `[0:a]aresample=48000,aformat=channel_layouts=stereo,volume=${gain.music}dB[music];` +
    `[1:a]aresample=48000,aformat=channel_layouts=stereo,${VOCALS},volume=${gain.vocals}dB,volume='${singing}':eval=frame[vocals];` +
    `[music][vocals]amix=inputs=2:normalize=0,${chain},aresample=${rate}${bits === 16 ? ':osf=s16:dither_method=triangular' : ''}[out]`;
  const input = (path: string): string[] => ['-ss', String(fromS), '-t', String(lengthS), '-i', path];
  execFileSync('ffmpeg', [
    '-v', 'error', '-y', ...input(song), ...input(voice), '-filter_complex', graph, '-map', '[out]',
    '-c:a', bits === 16 ? 'pcm_s16le' : 'pcm_s24le', out,
  ]); // prettier-ignore
}

async function measure(part: Part, recipe: Recipe): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-music-'));
  try {
    const path = join(folder, 'render.wav');
    render(part, recipe, path);
    const { facts } = await analyse({
      path,
      fileName: path,
      outDir: folder,
      limits: defaultAudioLimits,
      preview: false,
    });
    return JSON.stringify({ facts, fingerprint: readFileSync(resultPaths(folder).fingerprintPath).toString('base64') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The engine's input for a render; measurements are cached in a temporary folder. */
export async function heard(part: Part, recipe: Recipe): Promise<Omit<SuggestFile, 'id' | 'name'>> {
  const key = createHash('sha1')
    .update(JSON.stringify([part, recipe]))
    .digest('hex');
  const kept = join(tmpdir(), 'lacquer-music-facts', `${key}.json`);
  if (!existsSync(kept)) {
    mkdirSync(join(kept, '..'), { recursive: true });
    writeFileSync(kept, await measure(part, recipe));
  }
  const { facts, fingerprint } = JSON.parse(readFileSync(kept, 'utf8')) as {
    facts: Awaited<ReturnType<typeof analyse>>['facts'];
    fingerprint: string;
  };
  const print = Buffer.from(fingerprint, 'base64');
  return {
    container: 'wav',
    sampleRateHz: facts.sampleRateHz,
    bitDepth: facts.bitsStored,
    channels: facts.channels,
    durationS: facts.durationS,
    fingerprint: Int32Array.from({ length: print.length / 4 }, (_, i) => print.readInt32LE(4 * i)),
    integratedLufs: facts.loudness.integratedLufs,
    truePeakDbtp: facts.truePeakDbtp,
  };
}
