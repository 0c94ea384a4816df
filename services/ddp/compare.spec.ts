import { describe, expect, it } from '@jest/globals';
import { compareTrack, heldMaster, type Pcm } from './compare.js';

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
  expect(await compareTrack(pcmOf(image), START, image.length, pcmOf(own))).toMatchObject({
    isSame: true,
    offsetSamples: moved,
  });
});
