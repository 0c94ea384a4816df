import { describe, expect, it } from '@jest/globals';
import { compareTrack, hasMoreSound, heldMaster, longerMaster, type Pcm, trackRanges } from './compare.js';

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
    return Promise.all(
      ranges.map(async (range, at) => {
        const comparison = await compareTrack(image, range!, pcmOf(masters[at]!));
        return {
          isSame: comparison.isSame,
          hasMore: hasMoreSound(comparison),
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

  it('has no more if only digital silence, or less than a frame, is beside it', async () => {
    const padded = Buffer.concat([Buffer.alloc(samples(RATE)), long, Buffer.alloc(samples(RATE))]);
    expect((await held([padded, next], [long, next], []))[0]).toMatchObject({ isSame: true, hasMore: false });
    const tail = (count: number) => held([Buffer.concat([long, sound(count, 3)]), next], [long, next], []);
    expect((await tail(588))[0]).toMatchObject({ hasMore: false });
    expect((await tail(589))[0]).toMatchObject({ hasMore: true });
  });

  it('may have it before its first index', async () => {
    const image = pcmOf(Buffer.concat([sound(3 * RATE, 3), own, Buffer.alloc(START)]));
    const [range] = await trackRanges(image, [{ start: START, end: START + own.length, master: pcmOf(own) }]);
    expect(await compareTrack(image, range!, pcmOf(own))).toMatchObject({ isSame: true, extraSamplesBefore: 3 * RATE });
  });
});
