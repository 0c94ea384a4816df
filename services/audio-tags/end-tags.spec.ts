import { beforeAll, describe, expect, it } from '@jest/globals';
import { apeOf, flacOf, flacParts, id3v1Of } from '../testing/audio/tags.js';
import { audioBytes } from '../testing/staging.js';
import { heardBySndfile } from './readers.testing.js';
import { soundRange } from './tagged.js';
import { copyOf, layOut, sourceOf, TAGS } from './tagged.testing.js';

let frames: Buffer;
beforeAll(async () => {
  const file = await audioBytes({ format: 'mp3', durationS: 1 });
  frames = file.subarray(file.indexOf(Buffer.of(0xff, 0xfb)));
});

const EDGE = 32;
const APE = apeOf({ Title: 'Old', ISRC: 'GBABC2600099', Mood: 'Calm' });
const noHeader = APE.subarray(EDGE);

/** A tag with another size in its footer, and in its header if it has one. */
function withSize(tag: Buffer, size: number): Buffer {
  const changed = Buffer.from(tag);
  for (const at of [changed.indexOf('APETAGEX'), changed.length - EDGE]) changed.writeUInt32LE(size, at + 12);
  return changed;
}

describe('an APE tag behind the frames', () => {
  it.each<[string, () => Buffer]>([
    ['a flag for a header that it lacks', () => noHeader],
    ['a size that counts its header', () => withSize(APE, APE.length)],
    ['no flag for its header', () => Buffer.from(APE).fill(0, APE.length - 9, APE.length - 8)],
  ])('is whole with %s', async (_, tag) => {
    const copy = await copyOf(Buffer.concat([frames, tag()]), 'mp3');
    const { from, to } = (await soundRange(sourceOf(copy), 'mp3'))!;
    expect(copy.subarray(from, to).equals(frames)).toBe(true);
    expect([copy.includes('Calm'), copy.includes('Old')]).toEqual([true, false]);
  });

  it.each<[string, () => Buffer]>([
    ['is 5,000 bytes too large', () => withSize(noHeader, noHeader.length + 5_000)],
    ['is a frame too large', () => withSize(noHeader, noHeader.length + 417)],
    ['is too small', () => withSize(APE, noHeader.length - 5)],
    ['is larger than the file', () => withSize(APE, 0x7fffffff)],
    ['is 0', () => withSize(APE, 0)],
  ])('whose size %s stays as it is, and so does all sound', async (_, tag) => {
    for (const end of [Buffer.alloc(0), id3v1Of('', '', '', 1)]) {
      const layout = await layOut(Buffer.concat([frames, tag(), end]), 'mp3');
      expect(layout).toMatchObject({ from: 0, to: frames.length + tag().length });
    }
    const copy = await copyOf(Buffer.concat([frames, tag()]), 'mp3', { ...TAGS, isrc: '' });
    expect(copy.includes(Buffer.concat([frames, tag()]))).toBe(true);
    expect(heardBySndfile(copy, 'mp3')).toBe(heardBySndfile(frames, 'mp3'));
    const { blocks, frames: flacFrames } = flacParts(await audioBytes({ format: 'flac', durationS: 1 }));
    const flac = await copyOf(Buffer.concat([flacOf(blocks, flacFrames), tag()]), 'flac');
    expect(flac.includes(flacFrames)).toBe(true);
  });

  it('that is damaged has its ISRC said', async () => {
    const tag = withSize(apeOf({ Comment: 'ISRC: GBABC2600099' }), 0x7fffffff);
    expect(await layOut(Buffer.concat([frames, tag]), 'mp3')).toMatchObject({
      says: [{ place: 'bytes behind its frames', field: 'isrc', value: 'GBABC2600099' }],
    });
  });
});

it('an APE tag in front of the frames whose size is wrong takes no sound with it', async () => {
  const tag = withSize(APE, APE.length + 5_000);
  expect(await layOut(Buffer.concat([tag, frames]), 'mp3')).toMatchObject({
    from: tag.length,
    left: [`${tag.length} bytes in front of its first frame`],
  });
});
