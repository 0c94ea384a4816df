import type { SlotType } from '../../../services/engine/types.js';
import { Draw } from '../draw.js';

/** How a master or mix is made from a song, as ffmpeg's filters. */
export interface Recipe {
  /** its kind; a slot may have several */
  kind: string;
  slot: SlotType | null;
  /** an expression of time for the level of the singing */
  singing: string;
  /** filters from the sum of music and vocals to the file */
  chain: string;
  rate: number;
  bits: 16 | 24;
}

type Passage = readonly [fromS: number, toS: number];

const within = (passages: readonly Passage[]): string =>
  passages.map(([from, to]) => `between(t,${from.toFixed(2)},${to.toFixed(2)})`).join('+');
const limit = (gain: number): string => `volume=${gain}dB,alimiter=limit=0.89:attack=3:release=60:level=0`;
const bell = (hertz: number, gain: number): string => `equalizer=f=${hertz}:t=q:w=1:g=${gain}`;
const MONO_BASS =
  'acrossover=split=120:order=4th[low][high];[low]pan=stereo|c0=.5*c0+.5*c1|c1=.5*c0+.5*c1[mono];' +
  '[mono][high]amix=inputs=2:normalize=0';

/** Removes the singing from a finished mix: the sound that both channels share, except for the bass. */
const NO_CENTRE =
  'acrossover=split=150:order=4th[low][high];[high]pan=stereo|c0=.8*c0-.6*c1|c1=.8*c1-.6*c0[wide];' +
  '[low][wide]amix=inputs=2:normalize=0';

/** Where a clean version has words removed: three or four moments of the singing. */
function words(draw: Draw, singing: readonly Passage[]): Passage[] {
  return draw.some(singing, draw.int(2, 3)).map(([from, to]) => {
    const at = from + 1 + draw.next() * Math.max(0, to - from - 2.5);
    return [at, at + 0.3 + draw.next() * 0.6];
  });
}

/** A client's mix and the engineer's masters of it; the song's own seed determines everything. */
export function recipesOf(seed: number, lengthS: number): { mix: Recipe; masters: Recipe[] } {
  const draw = new Draw(seed);
  const loud = draw.pick([0.8, 1, 1.3]);
  const singing: Passage[] = [];
  for (let at = 5 + draw.int(0, 6); at + 8 < lengthS; at += draw.int(6, 16)) {
    const end = Math.min(lengthS, at + draw.int(8, 16));
    singing.push([at, end]);
    at = end;
  }
  const sung = `${loud}*(${within(singing)})`;
  const rate = draw.pick([44_100, 44_100, 48_000]);
  const high = draw.pick([88_200, 96_000, 96_000]);
  const gain = draw.pick([3, 5, 7, 10]);
  const tone = draw
    .pick([
      [bell(90, 1.5), bell(9000, 2)],
      [bell(60, -1), bell(300, -1.5), bell(12_000, 1.5)],
      ['acompressor=threshold=-18dB:ratio=1.8:attack=30:release=150:makeup=1.3', bell(3000, 1)],
      [bell(120, 1), bell(5000, -1)],
    ])
    .join(',');
  const begins = draw.pick(['adelay=400:all=1', 'adelay=1500:all=1', 'atrim=start=0.6,asetpts=PTS-STARTPTS', 'anull']);
  const mix: Recipe = {
    kind: 'mix',
    slot: null,
    singing: sung,
    chain: [
      `volume=${draw.pick([-3, -6, -9])}dB`,
      draw.pick([bell(250, 1.5), bell(8000, -2), 'acompressor=threshold=-20dB:ratio=2:attack=20:release=200']),
      begins,
    ].join(','),
    rate: draw.pick([rate, 48_000]),
    bits: 24,
  };
  const of = (kind: string, slot: SlotType, chain: string, at = rate, bits: 16 | 24 = 24, by = sung): Recipe => ({
    kind,
    slot,
    singing: by,
    chain,
    rate: at,
    bits,
  });
  const master = `${tone},${limit(gain)}`;
  const removed = words(draw, singing);
  const clean = draw.pick([
    () => of('clean: words muted', 'clean_master', master, rate, 24, `(${sung})*not(${within(removed)})`),
    () => of('clean: words muted', 'clean_master', master, rate, 24, `(${sung})*not(${within(removed)})`),
    () => of('clean: all muted', 'clean_master', `volume=0:enable='${within(removed)}',${master}`),
    () => {
      const from = 0.4 * lengthS;
      return of(
        'clean: shorter',
        'clean_master',
        `aselect='not(between(t,${from.toFixed(1)},${(from + 0.2 * lengthS).toFixed(1)}))',asetpts=N/SR/TB,${master}`,
      );
    },
  ])();
  const vinyl = draw.pick([
    () => of('vinyl: no limiter', 'vinyl_master', `volume=-1dB,highpass=f=28,${tone}`, high),
    () =>
      of(
        'vinyl: softer',
        'vinyl_master',
        `highpass=f=25,${tone},lowpass=f=16000,${limit(Math.max(0, gain - 4))}`,
        high,
      ),
    () => of('vinyl: mono bass', 'vinyl_master', `volume=-1dB,${MONO_BASS},${tone},treble=g=-2:f=10000`, high),
    () => of('vinyl: same rate', 'vinyl_master', `volume=-2dB,highpass=f=28,${tone},lowpass=f=16000`),
  ])();
  const masters = [
    of('streaming', 'streaming_master', master),
    of('hi-res', 'hires_master', `${tone},${limit(gain - draw.int(0, 1))}`, high),
    of('CD', 'cd_master', draw.chance(0.7) ? master : `${tone},${limit(gain + 1)}`, 44_100, 16),
    of('instrumental', 'instrumental_master', `${tone},${limit(gain - draw.pick([0, 0, 1, 3]))}`, rate, 24, '0'),
    clean,
    vinyl,
  ];
  const others = draw.some(masters.slice(1), draw.int(2, 5));
  if (!others.some(({ slot }) => slot === 'instrumental_master') && draw.chance(0.5))
    others.push(of('instrumental: no centre', 'instrumental_master', `${NO_CENTRE},${master}`));
  return { mix, masters: [masters[0]!, ...others] };
}

/** A revision sent after a release: the same slot with another tone and level. */
export function revisionOf(master: Recipe, seed: number): Recipe {
  const draw = new Draw(seed);
  const level = draw.pick(['volume=-0.7dB', 'volume=-0.3dB']);
  return {
    ...master,
    kind: `revised ${master.kind}`,
    chain: `${bell(200, draw.pick([-1, 1]))},${master.chain},${level}`,
  };
}
