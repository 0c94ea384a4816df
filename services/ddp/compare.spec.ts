import { describe, expect, it } from '@jest/globals';
import {
  compareTrack,
  heldMaster,
  isCutByIndex,
  longerMaster,
  type StraySound,
  straySounds,
  trackRanges,
} from './compare.js';
import type { Pcm } from './pcm.js';

const RATE = 44_100;
const START = 3 * RATE * 4;

const pcmOf = (bytes: Buffer): Pcm => ({
  sizeBytes: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

/** Loud samples that differ with the seed. */
function sound(samples: number, seed: number): Buffer {
  const bytes = Buffer.alloc(samples * 4);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeInt32LE(Math.imul(at + seed * 77, 2_654_435_761) | 0x100, at);
  return bytes;
}

/** The dither of 150 ms of silence, the same in all masters of a session. */
const dither = Buffer.alloc(Math.round(0.15 * RATE) * 4);
for (let at = 0; at < dither.length; at += 2) dither.writeInt16LE(((at * 7) % 5) - 2, at);

const masterOf = (...parts: Buffer[]): Buffer => Buffer.concat([dither, ...parts]);
const imageOf = (track: Buffer, shift = 0): Buffer =>
  Buffer.concat([Buffer.alloc(START + shift * 4), track, Buffer.alloc(START)]);

interface Named {
  name: string;
  pcm: Pcm;
  isSameTrack: boolean;
}
const earlier = (bytes: Buffer): Named => ({ name: 'earlier', pcm: pcmOf(bytes), isSameTrack: true });
const other = (bytes: Buffer): Named => ({ name: 'other', pcm: pcmOf(bytes), isSameTrack: false });

const own = masterOf(sound(RATE, 1), sound(RATE, 2));
const held = async (image: Buffer, ...others: Named[]): Promise<string | null> =>
  (await heldMaster(pcmOf(image), START, pcmOf(own), others))?.name ?? null;

describe('the master at the place of a track', () => {
  const coherence = masterOf(sound(2 * RATE, 3));
  const first = masterOf(sound(RATE, 1), sound(RATE, 4));

  it('is not that of another track because both begin with the same dithered silence', async () => {
    expect(await held(imageOf(first), other(coherence))).toBeNull();
    expect(await held(imageOf(dither), other(coherence), earlier(first))).toBeNull();
    expect(await held(imageOf(coherence), other(coherence))).toBe('other');
    expect(await held(imageOf(coherence.subarray(0, coherence.length * 0.8)), other(coherence))).toBe('other');
  });

  it('is not that of another track because both begin with the same sound', async () => {
    const alike = masterOf(sound(RATE / 2, 1), sound(2 * RATE, 5));
    expect(await held(imageOf(first), other(alike))).toBeNull();
  });

  it.each([0, 1, -600])('is an earlier version of its own track, moved by %d samples', async (shift) => {
    expect(await held(imageOf(first, shift), other(coherence), earlier(first))).toBe('earlier');
  });

  it('is an earlier version whose silence was cut off', async () => {
    const cut = Buffer.concat([Buffer.alloc(dither.length), first.subarray(dither.length)]);
    expect(await held(imageOf(cut), earlier(first))).toBe('earlier');
  });

  it('is not an earlier version of which the image has only a part', async () => {
    const changed = Buffer.from(own);
    changed.writeUInt8(changed.at(-8)! ^ 1, changed.length - 8);
    expect(await held(imageOf(changed), earlier(first))).toBeNull();
    expect(await held(imageOf(first.subarray(0, first.length - RATE)), earlier(first))).toBeNull();
  });

  it('is not a shorter edit with the same beginning, but may be the earlier version that was made longer', async () => {
    const changed = Buffer.from(own);
    changed.writeUInt8(changed.at(-8)! ^ 1, changed.length - 8);
    const edit = masterOf(sound(RATE, 1));
    expect(await held(imageOf(changed), other(edit), earlier(edit))).toBeNull();
    expect(await held(imageOf(edit), earlier(edit))).toBe('earlier');
  });

  it('may be dither alone', async () => {
    expect(await held(imageOf(dither), earlier(dither))).toBe('earlier');
    expect(await held(imageOf(Buffer.alloc(dither.length)), earlier(dither), earlier(Buffer.alloc(0)))).toBeNull();
  });
});

it('a track is found by its sound, not by the dither before it', async () => {
  const image = imageOf(Buffer.concat([dither, own]));
  const moved = dither.length / 4;
  const [range] = await trackRanges(pcmOf(image), [{ start: START, end: image.length, master: pcmOf(own) }]);
  expect(await compareTrack(pcmOf(image), range!, pcmOf(own))).toMatchObject({
    isSame: true,
    offsetSamples: moved,
  });
});

describe('a track that holds more than its master', () => {
  const long = masterOf(sound(6 * RATE, 1));
  const next = sound(3 * RATE, 2);
  const samples = (count: number): number => count * 4;

  /** The version that each track of a disc without gaps holds, and whether there is more sound than its master. */
  async function held(disc: Buffer[], masters: Buffer[], others: Named[], shift = 0) {
    const image = pcmOf(imageOf(Buffer.concat(disc), shift));
    const starts = disc.map((_, at) => START + Buffer.concat(disc.slice(0, at)).length);
    const end = START + Buffer.concat(disc).length;
    const ranges = await trackRanges(
      image,
      starts.map((start, at) => ({ start, end: starts[at + 1] ?? end, master: pcmOf(masters[at]!) })),
    );
    const known = ranges.map((range, at) => {
      const from = range!.start + (range!.offset ?? 0);
      return { from, to: from + masters[at]!.length };
    });
    const strays = await straySounds(image, known);
    return Promise.all(
      ranges.map(async (range, at) => {
        const comparison = await compareTrack(image, range!, pcmOf(masters[at]!));
        return {
          isSame: comparison.isSame,
          hasMore: strays.some(({ from, to }) => to > range!.from && from < range!.to),
          holds: (await longerMaster(image, range!, others))?.name ?? null,
        };
      }),
    );
  }

  it.each<[string, Buffer]>([
    ['last 2 s', long.subarray(0, -samples(2 * RATE))],
    ['last 0.4 s', long.subarray(0, -samples(0.4 * RATE))],
    ['first 0.4 s', long.subarray(samples(0.4 * RATE))],
    ['first 2 s', long.subarray(samples(2 * RATE))],
    ['first and last second', long.subarray(samples(RATE), -samples(RATE))],
  ])('holds the earlier version, from which the %s were cut', async (_, cut) => {
    const versions = [other(next), earlier(cut), earlier(long)];
    expect((await held([long, next], [cut, next], versions))[0]).toEqual({
      isSame: true,
      hasMore: true,
      holds: 'earlier',
    });
    expect((await held([next, long], [next, cut], versions))[1]).toMatchObject({ hasMore: true, holds: 'earlier' });
    expect((await held([long, next], [cut, next], versions.slice(0, 2)))[0]).toMatchObject({
      hasMore: true,
      holds: null,
    });
  });

  it('holds no version that explains only a part of its sound, or another ending', async () => {
    const cut = long.subarray(0, -samples(2 * RATE));
    const between = earlier(long.subarray(0, -samples(RATE)));
    const otherEnd = earlier(Buffer.concat([cut, sound(2 * RATE, 3)]));
    expect((await held([long, next], [cut, next], [between, otherEnd]))[0]).toMatchObject({
      hasMore: true,
      holds: null,
    });
  });

  it.each([0, 300, -300, 20_000, -20_000])(
    'does not count its neighbor without a gap, moved by %d samples',
    async (shift) => {
      const found = await held([long, next], [long, next], [], shift);
      expect(found.map(({ isSame, hasMore }) => [isSame, hasMore])).toEqual([
        [true, false],
        [true, false],
      ]);
    },
  );

  it('holds the earlier version on a disc that was moved as a whole', async () => {
    const cut = long.subarray(0, -samples(RATE));
    for (const shift of [20_000, -20_000]) {
      const [first] = await held([long, next], [cut, next], [earlier(long)], shift);
      expect(first).toEqual({ isSame: true, hasMore: true, holds: 'earlier' });
    }
  });

  it('has no more if only digital silence is beside it', async () => {
    const padded = Buffer.concat([Buffer.alloc(samples(RATE)), long, Buffer.alloc(samples(RATE))]);
    expect((await held([padded, next], [long, next], []))[0]).toMatchObject({ isSame: true, hasMore: false });
    const [oneSample] = await held([Buffer.concat([long, sound(1, 3)]), next], [long, next], []);
    expect(oneSample).toMatchObject({ isSame: true, hasMore: true });
  });
});

describe('sound that is in no master', () => {
  const all = Buffer.alloc(10 * RATE * 4);
  const strays = (image: Buffer, ...known: [from: number, to: number][]): Promise<StraySound[]> =>
    straySounds(
      pcmOf(image),
      known.map(([from, to]) => ({ from: from * 4, to: to * 4 })),
    );
  const withSound = (...places: [at: number, samples: number][]): Buffer => {
    const image = Buffer.from(all);
    for (const [at, samples] of places) image.fill(1, at * 4, (at + samples) * 4);
    return image;
  };
  const peak = 0x0101;

  it('is found before, between and after the masters, and nowhere else', async () => {
    const image = withSound([0, 2 * RATE], [3 * RATE, 2 * RATE], [6 * RATE, 100], [8 * RATE, 1], [10 * RATE - 1, 1]);
    expect(await strays(image, [3 * RATE, 5 * RATE], [8 * RATE, 9 * RATE])).toEqual([
      { from: 0, to: 2 * RATE * 4, peak },
      { from: 6 * RATE * 4, to: (6 * RATE + 100) * 4, peak },
      { from: (10 * RATE - 1) * 4, to: all.length, peak },
    ]);
    expect(await strays(image, [0, 10 * RATE])).toEqual([]);
    expect(await strays(all)).toEqual([]);
  });

  it('is one passage across less than a second of silence, but not across a master', async () => {
    const image = withSound([0, 10], [RATE, 10], [2 * RATE + 10, 10], [3 * RATE, 100], [3 * RATE + 200, 10]);
    const found = await strays(image, [3 * RATE, 3 * RATE + 100]);
    expect(found.map(({ from, to }) => [from / 4, to / 4])).toEqual([
      [0, RATE + 10],
      [2 * RATE + 10, 2 * RATE + 20],
      [3 * RATE + 200, 3 * RATE + 210],
    ]);
  });

  it('may be a single sample of one channel, and overlapping or odd ranges hide none of it', async () => {
    const image = Buffer.from(all);
    image.writeInt16LE(-32_768, 5 * RATE * 4 + 2);
    const only = [{ from: 5 * RATE * 4, to: (5 * RATE + 1) * 4, peak: 32_768 }];
    expect(await strays(image, [6 * RATE, 20 * RATE], [-RATE, RATE], [RATE, 5 * RATE], [2 * RATE, 3 * RATE])).toEqual(
      only,
    );
  });
});

it.each([
  ['moved by nothing', 0, false],
  ['after its index', 0.4 * RATE, false],
  ['whose dither alone is before its index', -dither.length / 4, false],
  ['a frame before its index', -dither.length / 4 - 588, false],
  ['more than a frame before its index', -dither.length / 4 - 600, true],
  ['0.8 s before its index', -0.95 * RATE, true],
])('music %s: cut by it?', async (_, shift, isCut) => {
  const image = pcmOf(imageOf(own, Math.round(shift)));
  const [range] = await trackRanges(image, [{ start: START, end: image.sizeBytes, master: pcmOf(own) }]);
  const comparison = await compareTrack(image, range!, pcmOf(own));
  expect([comparison.isSame, isCutByIndex(comparison)]).toEqual([true, isCut]);
});

it('a tone that goes on through gapless tracks is found where each of its masters begins', async () => {
  const tone = Buffer.alloc(20 * RATE * 4);
  for (let at = 0; at < tone.length / 4; at++) {
    const value = Math.round(8000 * Math.sin((2 * Math.PI * 1000 * at) / RATE));
    tone.writeInt16LE(value, at * 4);
    tone.writeInt16LE(value, at * 4 + 2);
  }
  const cuts = [0, 6 * RATE + 100, 13 * RATE + 333, 20 * RATE].map((sample) => sample * 4);
  const masters = [0, 1, 2].map((at) => pcmOf(tone.subarray(cuts[at], cuts[at + 1])));
  const starts = [0, 1, 2].map((at) => Math.floor(cuts[at]! / 2352) * 2352 + 150 * 2352);
  const image = pcmOf(Buffer.concat([Buffer.alloc(150 * 2352), tone]));
  const tracks = starts.map((start, at) => ({ start, end: starts[at + 1] ?? image.sizeBytes, master: masters[at]! }));
  const ranges = await trackRanges(image, tracks);
  const places = ranges.map((range) => range!.start + range!.offset! - 150 * 2352);
  expect(places).toEqual(cuts.slice(0, 3));
});

it('a master whose silent end is not in the image is not whole', async () => {
  const master = Buffer.concat([sound(RATE, 1), Buffer.alloc(RATE * 4)]);
  const image = pcmOf(Buffer.concat([Buffer.alloc(START), master.subarray(0, 1.5 * RATE * 4)]));
  const [range] = await trackRanges(image, [{ start: START, end: image.sizeBytes, master: pcmOf(master) }]);
  expect(await compareTrack(image, range!, pcmOf(master))).toMatchObject({ isSame: false, differs: 0.25, firstS: 1.5 });
});

it('the end of the sound is before silence and dither', async () => {
  const master = Buffer.concat([sound(RATE, 1), dither, Buffer.alloc(RATE * 4)]);
  const image = pcmOf(imageOf(master, 10));
  const [range] = await trackRanges(image, [{ start: START, end: image.sizeBytes, master: pcmOf(master) }]);
  expect(await compareTrack(image, range!, pcmOf(master))).toMatchObject({ isSame: true, soundEnd: RATE + 10 });
});

it('a silent master begins after the one before it', async () => {
  const first = Buffer.concat([sound(RATE, 1), Buffer.alloc(100 * 4)]);
  const silent = Buffer.alloc(RATE * 4);
  const next = START + Math.floor(first.length / 2352) * 2352;
  const image = pcmOf(Buffer.concat([Buffer.alloc(START), first, silent]));
  const masters = [pcmOf(first), pcmOf(silent)];
  const tracks = [START, next].map((start, at) => ({
    start,
    end: at === 0 ? next : image.sizeBytes,
    master: masters[at]!,
  }));
  const ranges = await trackRanges(image, tracks);
  expect(ranges.map((range) => range!.start + range!.offset!)).toEqual([START, START + first.length]);
  for (const [at, master] of masters.entries()) {
    expect(await compareTrack(image, ranges[at]!, master)).toMatchObject({ isSame: true });
  }
});
