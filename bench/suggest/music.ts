// npm run bench:music -- FOLDER [SONGS]: renders songs of FOLDER as mixes and masters and prints what sound alone places.
// Needs ffmpeg. See README.md for music with a free licence; none is kept here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suggest } from '../../services/engine/suggest.js';
import { SLOT_TYPES, type SlotType, type SuggestFile, type SuggestTrack } from '../../services/engine/types.js';
import { analyse } from '../../services/platform/audio/analyse.js';
import { defaultAudioLimits } from '../../services/platform/audio/limits.js';
import { Draw } from './made/draw.js';

const [folder = '', count = '12'] = process.argv.slice(2);
const FROM_S = 15;
const LENGTH_S = 75;
const VOCALS = 'highpass=f=280,lowpass=f=4500,volume=1.1';
/** Where the vocals sing, and where a clean version mutes them, in seconds. */
const SINGING = [8, 22, 27, 44, 50, 70].reduce(
  (text, at, i) => text + (i % 2 ? `,${at})` : `${i ? '+' : ''}between(t,${at}`),
  '',
);
const MUTED = 'between(t,12,12.6)+between(t,33,33.5)+between(t,56,56.7)';
const LIMIT = (gain: number): string => `volume=${gain}dB,alimiter=limit=0.89:attack=3:release=60:level=0`;

interface Render {
  slot: SlotType | null;
  chain: string;
  rate: number;
  bits: 16 | 24;
  vocals: 'all' | 'clean' | 'none';
}

const render = (
  slot: SlotType | null,
  chain: string,
  rate: number,
  bits: 16 | 24,
  vocals: Render['vocals'] = 'all',
): Render => ({
  slot,
  chain,
  rate,
  bits,
  vocals,
});
const MASTERING = 'equalizer=f=90:t=q:w=1:g=1.5,equalizer=f=9000:t=q:w=1:g=2';
const MIX = render(null, 'volume=-6dB,equalizer=f=250:t=q:w=1:g=1.5,adelay=400:all=1', 44100, 24);
/** By batch in turn: ordinary masters; one limited by 10 dB; a vinyl master without a limiter. */
const RELEASES: Render[][] = [
  [
    render('streaming_master', `${MASTERING},${LIMIT(5)}`, 44100, 24),
    render('hires_master', `${MASTERING},${LIMIT(4)}`, 96000, 24),
    render('cd_master', `${MASTERING},${LIMIT(5)}`, 44100, 16),
    render('instrumental_master', `${MASTERING},${LIMIT(5)}`, 44100, 24, 'none'),
    render('clean_master', `${MASTERING},${LIMIT(5)}`, 44100, 24, 'clean'),
  ],
  [
    render('streaming_master', `${MASTERING},${LIMIT(10)}`, 44100, 24),
    render('cd_master', `${MASTERING},${LIMIT(10)}`, 44100, 16),
    render('instrumental_master', `${MASTERING},${LIMIT(7)}`, 44100, 24, 'none'),
  ],
  [
    render('streaming_master', `${MASTERING},${LIMIT(7)}`, 48000, 24),
    render('hires_master', `${MASTERING},${LIMIT(6)}`, 96000, 24),
    render('vinyl_master', `volume=-1dB,highpass=f=28,${MASTERING}`, 96000, 24),
  ],
];

const scratch = mkdtempSync(join(tmpdir(), 'lacquer-music-'));

function write(song: string, voice: string, { chain, rate, bits, vocals }: Render, out: string): void {
  const sung = vocals === 'none' ? '0' : vocals === 'clean' ? `(${SINGING})*not(${MUTED})` : SINGING;
  const graph =
    `[0:a]aresample=48000,volume=-4dB[music];[1:a]aresample=48000,${VOCALS},volume='${sung}':eval=frame[vocals];` +
    `[music][vocals]amix=inputs=2:normalize=0,${chain},aresample=${rate}${bits === 16 ? ':osf=s16:dither_method=triangular' : ''}[out]`;
  const input = (path: string): string[] => ['-ss', String(FROM_S), '-t', String(LENGTH_S), '-i', path];
  execFileSync('ffmpeg', [
    '-v', 'error', '-y', ...input(song), ...input(voice), '-filter_complex', graph, '-map', '[out]',
    '-c:a', bits === 16 ? 'pcm_s16le' : 'pcm_s24le', out,
  ]); // prettier-ignore
}

async function heard(path: string, name: string): Promise<Omit<SuggestFile, 'id'>> {
  const outDir = mkdtempSync(join(scratch, 'analysis-'));
  const { facts } = await analyse({ path, fileName: path, outDir, limits: defaultAudioLimits, preview: false });
  const print = readFileSync(
    join(
      outDir,
      readdirSync(outDir).find((file) => /finger/.test(file))!,
    ),
  );
  return {
    name,
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

const songs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ogg|opus|mp3|flac|wav)$/.test(name))
  .map((name) => join(folder, name))
  .filter(
    (path) =>
      Number(
        execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path], {
          encoding: 'utf8',
        }),
      ) >
      FROM_S + LENGTH_S,
  )
  .sort()
  .slice(0, Number(count));
const draw = new Draw(1);
const tracks: SuggestTrack[] = [];
const files: (SuggestFile & { wanted: string })[] = [];
try {
  for (const [i, song] of songs.entries()) {
    const voice = songs[(i + 1) % songs.length]!;
    const path = join(scratch, 'render.wav');
    write(song, voice, MIX, path);
    const original = await heard(path, 'mix.wav');
    tracks.push({
      id: `t${i}`,
      trackNumber: i + 1,
      title: `Song ${String.fromCharCode(65 + i)}`,
      isrc: null,
      notes: null,
      durationS: original.durationS ?? null,
      slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
      references: [original.fingerprint!],
    });
    for (const each of RELEASES[i % RELEASES.length]!) {
      write(song, voice, each, path);
      const name = `Bounce_${draw.int(1000, 9999)}.wav`;
      files.push({ ...(await heard(path, name)), id: `f${files.length}`, wanted: `${i + 1} ${each.slot}` });
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const found = suggest({ title: 'Real music', artist: null }, tracks, draw.some(files));
const rows = files.map((file) => ({ file, best: found.get(file.id)?.suggestions[0] }));
const share = (some: unknown[], all: unknown[]): string =>
  `${((100 * some.length) / Math.max(1, all.length)).toFixed(1)} %`;
const right = rows.filter(({ file, best }) => best && `${best.trackNumber} ${best.slotType}` === file.wanted);
const sure = rows.filter(({ best }) => (best?.confidence ?? 0) > 70);
console.log(
  `${songs.length} songs, ${files.length} files under useless names: track ${share(
    rows.filter(({ file, best }) => best?.trackNumber === parseInt(file.wanted, 10)),
    rows,
  )}, ` +
    `slot ${share(right, rows)}, precision above 70 ${share(
      sure.filter((row) => right.includes(row)),
      sure,
    )} of ${sure.length}`,
);
for (const { file, best } of rows.filter((row) => !right.includes(row)))
  console.log(
    `  ${file.wanted}, got ${best ? `${best.trackNumber} ${best.slotType} at ${best.confidence}` : 'nothing'}: ${best?.reasoning.join('; ') ?? ''}`,
  );
