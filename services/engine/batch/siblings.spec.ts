import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '../../platform/audio/synth.js';
import { suggest } from '../suggest.js';
import { SLOT_TYPES, type SlotType, type SuggestFile, type SuggestTrack } from '../types.js';
import { isShortened } from './shortened.js';

const seconds = (count: number): number => Math.round(count * 8.08);

/** A random fingerprint whose neighbouring items differ little, as in music. */
function songOf(seed: number, lengthS: number): number[] {
  const random = randomFrom(seed);
  let item = Math.floor(random() * 2 ** 32) | 0;
  return Array.from({ length: seconds(lengthS) }, () => (item ^= (1 << (random() * 32)) | (1 << (random() * 32))));
}

/** The same fingerprint with a share of its bits flipped, which varies from second to second. */
function turned(
  print: readonly number[],
  share: number,
  seed: number,
  passages: [number, number][] = [[0, 999]],
): number[] {
  const random = randomFrom(seed);
  return print.map((item, i) => {
    if (!passages.some(([from, to]) => i >= seconds(from) && i < seconds(to))) return item;
    for (let bit = 0; bit < 32; bit++) if (random() < share) item ^= 1 << bit;
    return item;
  });
}

const LENGTH_S = 64;
const mix = songOf(1, LENGTH_S);
const sung: [number, number][] = [
  [8, 20],
  [28, 40],
  [48, 58],
];
/** How far limiting and equalizing carry masters away from the mix: the loudest agree with it to 0.82 at most. */
const LIMITED = [0.05, 0.13, 0.18];

const track = (id: number, print: number[]): SuggestTrack => ({
  id: `t${id}`,
  trackNumber: id,
  title: ['Ember', 'Low Tide'][id - 1]!,
  isrc: null,
  notes: null,
  durationS: LENGTH_S,
  slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
  references: [print],
});
const tracks = [track(1, mix), track(2, songOf(9, LENGTH_S))];

let made = 4711;
const file = (fingerprint: number[], rest: Partial<SuggestFile> = {}): SuggestFile => ({
  id: `${made}`,
  name: `Bounce_${(made += 17)}.wav`,
  container: 'wav',
  sampleRateHz: 44_100,
  bitDepth: 24,
  channels: 2,
  durationS: LENGTH_S,
  fingerprint,
  integratedLufs: -9,
  ...rest,
});
const placesOf = (files: SuggestFile[]): (SlotType | undefined)[] => {
  const found = suggest({ title: 'Inland', artist: null }, tracks, files);
  return files.map(({ id }) => {
    const best = found.get(id)!.suggestions[0];
    return best && best.confidence > 70 && best.trackNumber === 1 ? best.slotType : undefined;
  });
};
const high = { sampleRateHz: 96_000 };
const cd = { bitDepth: 16 };

describe('masters of one song', () => {
  it.each(LIMITED)('are not instrumentals, however a limiter changed them (%d)', (share) => {
    const master = turned(mix, share, 2);
    expect(placesOf([file(master)])).toEqual(['streaming_master']);
    expect(placesOf([file(master), file(turned(master, 0.01, 3), cd)])).toEqual(['streaming_master', 'cd_master']);
  });

  it.each(LIMITED.flatMap((share) => [0.14, 0.2, 0.3].map((vocals) => ({ share, vocals }))))(
    'are distinguished from their instrumental, which lacks the vocals (%j)',
    ({ share, vocals }) => {
      const master = turned(mix, share, 2);
      const instrumental = turned(turned(mix, vocals + 0.06, 4, sung), share, 2);
      const beside = [file(turned(master, 0.01, 3), high), file(turned(master, 0.01, 5), cd)];
      expect(placesOf([file(master), file(instrumental), ...beside]).slice(0, 2)).toEqual([
        'streaming_master',
        'instrumental_master',
      ]);
    },
  );

  it('are distinguished from a single instrumental by the parts of the mix that it lacks', () => {
    const [master, instrumental] = [mix, turned(mix, 0.2, 4, sung)].map((print) => turned(print, 0.12, 2));
    expect(placesOf([file(master!), file(instrumental!)])).toEqual(['streaming_master', 'instrumental_master']);
  });

  it('are not assigned when two of them cannot be distinguished', () => {
    const master = turned(mix, 0.05, 2);
    expect(placesOf([file(master), file(turned(master, 0.002, 3))])).toEqual([undefined, undefined]);
  });

  it('stay masters when a limiter changed only the loud verses', () => {
    const unlimited = turned(mix, 0.04, 2);
    const limited = turned(unlimited, 0.1, 3, sung);
    expect(placesOf([file(limited), file(turned(limited, 0.01, 4), cd), file(unlimited, high)]).slice(0, 2)).toEqual([
      'streaming_master',
      'cd_master',
    ]);
  });

  it('are not mistaken for alternates when a released vinyl master has a different tone', () => {
    const master = turned(mix, 0.05, 2);
    const released = (slotType: SlotType) => ({ assigned: { trackId: 't1', slotType, released: true } });
    const beside = [
      file(master, released('streaming_master')),
      file(turned(mix, 0.08, 6), { ...high, ...released('vinyl_master'), integratedLufs: -14 }),
    ];
    expect(placesOf([file(turned(master, 0.02, 7), cd), ...beside])[0]).toBe('cd_master');
  });
});

describe('a radio edit', () => {
  const cuts: [number, number][][] = [[[24, 34]], [[40, 60]], [[15, 22], [40, 50]]]; // prettier-ignore
  const without = (print: number[], passages: [number, number][]): number[] =>
    print.filter((_, i) => !passages.some(([from, to]) => i >= seconds(from) && i < seconds(to)));
  const shorterBy = (passages: [number, number][]): number => passages.reduce((sum, [from, to]) => sum + to - from, 0);

  it.each(cuts)('is the master with passages cut out, wherever they were (%j)', (...passages) => {
    const master = turned(mix, 0.05, 2);
    const edit = file(without(master, passages), { durationS: LENGTH_S - shorterBy(passages) });
    expect(placesOf([file(master), edit])).toEqual(['streaming_master', 'clean_master']);
  });

  it('is found even if it ends after the two minutes that are known of the song', () => {
    const known = (print: number[]): number[] => print.slice(0, seconds(120));
    const long = songOf(3, 150);
    const edit = without(turned(long, 0.1, 2), [
      [30, 42],
      [60, 79],
    ]);
    expect(isShortened(known(edit), known(long), 31)).toBe(true);
    expect(isShortened(known(turned(long, 0.1, 2)), known(long), 31)).toBe(false);
    expect(isShortened(known(songOf(5, 119)), known(long), 31)).toBe(false);
  });

  it('is not found in another song, in a fade or in an instrumental that ends early', () => {
    expect(isShortened(songOf(5, 50), mix, 14)).toBe(false);
    expect(isShortened(mix.slice(0, seconds(58)), mix, 6)).toBe(false);
    expect(isShortened(turned(mix, 0.3, 4, sung).slice(0, seconds(56)), mix, 8)).toBe(false);
  });
});

describe('the level among siblings', () => {
  const master = turned(mix, 0.05, 2);
  const at = (integratedLufs: number, rest: Partial<SuggestFile> = {}): SuggestFile =>
    file(turned(master, 0.01, 100 - integratedLufs), { ...rest, integratedLufs });

  it.each([-1, -3, -5])(
    'does not take a streaming master for vinyl because it is %d dB louder or quieter than the rest',
    (dB) => {
      expect(placesOf([at(-9 + dB), at(-9, cd)])).toEqual(['streaming_master', 'cd_master']);
      expect(placesOf([at(-9 + dB), at(-8.5 + dB, high), at(-9, cd)])[0]).toBe('streaming_master');
    },
  );

  it.each([
    { format: 'at a high rate', vinyl: high },
    { format: 'at the rate of the streaming master', vinyl: {} },
  ])('finds a vinyl master $format by being the quietest', ({ vinyl }) => {
    expect(placesOf([at(-9), at(-13, vinyl)])).toEqual(['streaming_master', 'vinyl_master']);
    expect(placesOf([at(-9), at(-11, high), at(-14, vinyl), at(-8, cd)])).toEqual([
      'streaming_master',
      'hires_master',
      'vinyl_master',
      'cd_master',
    ]);
  });

  it('leaves files that may be for vinyl or hi-res to the engineer', () => {
    expect(placesOf([at(-9), at(-11, high)])).toEqual(['streaming_master', undefined]);
    expect(placesOf([at(-9), at(-9.5, high)])).toEqual(['streaming_master', 'hires_master']);
  });
});
