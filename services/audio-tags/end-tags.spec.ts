import { beforeAll, describe, expect, it } from '@jest/globals';
import { apeOf, flacOf, flacParts, id3Of, id3v1Of, textBody } from '../testing/audio/tags.js';
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

describe('other tags behind the frames', () => {
  const ape = apeOf({ Title: 'Old', ISRC: 'GBABC2600099', Mood: 'Calm' });
  const fields = Buffer.from('LYRICSBEGININD0000200ETT00003OldINF00018ISRC: GBABC2600099');
  const lyrics3 = Buffer.concat([fields, Buffer.from(`${String(fields.length).padStart(6, '0')}LYRICS200`)]);
  const oldLyrics = Buffer.from('LYRICSBEGINOld GBABC2600099LYRICSEND');
  const plus = Buffer.alloc(227);
  plus.write('TAG+Old');
  const v1 = id3v1Of('Old', 'Old', '', 1);
  const v24 = id3Of(
    [
      { id: 'TIT2', body: textBody('Old') },
      { id: 'TSRC', body: textBody('GBABC2600099') },
      { id: 'TMOO', body: textBody('Calm') },
    ],
    { version: 4 },
  );
  v24[5] = 0x10;
  const v24AtEnd = Buffer.concat([v24, Buffer.from('3DI'), v24.subarray(3, 10)]);

  it.each<[string, Buffer[], string[]]>([
    ['APE, Lyrics3 and ID3v1', [ape, lyrics3, v1], ['its Lyrics3 tag']],
    ['Lyrics3, APE and ID3v1', [lyrics3, ape, v1], ['its Lyrics3 tag']],
    ['APE and Lyrics3 of version 1', [ape, oldLyrics, v1], ['its Lyrics3 tag']],
    ['APE, TAG+ and ID3v1', [ape, plus, v1], ['its TAG+ tag']],
    ['ID3v2.4 with a footer', [v24AtEnd], []],
    ['ID3v2.4 and ID3v1', [v24AtEnd, v1], []],
    ['ID3v1 and APE', [v1, ape], []],
    ['two of ID3v1', [ape, v1, v1], []],
  ])('say what the sheet says: %s', async (_, tags, left) => {
    const file = Buffer.concat([frames, ...tags]);
    expect(await layOut(file, 'mp3')).toMatchObject({ from: 0, to: frames.length, left, says: [] });
    const copy = await copyOf(file, 'mp3');
    expect(['Old', 'GBABC2600099', 'Calm'].map((text) => copy.includes(text))).toEqual([false, false, true]);
    const flac = flacParts(await audioBytes({ format: 'flac', durationS: 1 }));
    const original = Buffer.concat([flacOf(flac.blocks, flac.frames), ...tags]);
    expect(flacParts(await copyOf(original, 'flac')).frames.equals(flac.frames)).toBe(true);
  });

  it.each([
    ['Lyrics3', Buffer.concat([Buffer.from('x'), lyrics3.subarray(1)])],
    ['ID3v2.4', Buffer.concat([v24AtEnd.subarray(0, -1), Buffer.of(99)])],
  ])('stay as they are where their size is wrong: %s', async (_, tag) => {
    expect(await layOut(Buffer.concat([frames, tag]), 'mp3')).toMatchObject({ to: frames.length + tag.length });
  });
});
