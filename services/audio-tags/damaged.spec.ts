import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findAudio } from '../audio-headers/find-audio.js';
import { randomFrom } from '../platform/audio/synth.js';
import type { AudioFileSettings } from '../testing/audio/audio.js';
import { bextChunk, infoChunk, waveFile } from '../testing/audio/audio-containers.js';
import { mutate } from '../testing/audio/audio-mutants.js';
import {
  apeOf,
  chapterFrame,
  commentBlock,
  flacOf,
  flacParts,
  id3Of,
  id3v1Of,
  pictureBlock,
  textBody,
} from '../testing/audio/tags.js';
import { audioBytes } from '../testing/staging.js';
import { copyRemarks, soundRange } from './tagged.js';
import { layOut, sourceOf, TAGS } from './tagged.testing.js';
import { sizeOf, taggedSource } from './tags.js';

const ID3 = id3Of(
  [{ id: 'TIT2', body: textBody('Old') }, chapterFrame('one', 'Chorus'), { id: 'TYER', body: textBody('1999') }],
  {
    version: 3,
    extended: true,
  },
);
const sound = (settings: AudioFileSettings) => audioBytes({ durationS: 0.5, ...settings });

const files: Record<string, () => Promise<Buffer>> = {
  WAV: () => {
    const after = [
      bextChunk('Old'),
      infoChunk({ INAM: 'Old' }),
      { id: 'iXML', body: Buffer.from('<ISRC>GBABC2600099</ISRC>') },
      { id: 'id3 ', body: ID3 },
    ];
    return sound({ format: 'wav', wave: { after } });
  },
  RF64: () => sound({ format: 'rf64', wave: { after: [{ id: 'cart', body: Buffer.alloc(200) }] } }),
  AIFF: () => sound({ format: 'aiff', tags: { title: 'Old' } }),
  FLAC: async () => {
    const { blocks, frames } = flacParts(await sound({ format: 'flac' }));
    const cueSheet = { type: 5, body: Buffer.alloc(396 + 48 + 36, 1) };
    const foreign = { type: 2, body: Buffer.from('riffLIST\x08\0\0\0INFOINAM') };
    return flacOf([blocks[0]!, commentBlock(['TITLE=Old']), pictureBlock(4), cueSheet, foreign], frames);
  },
  MP3: async () =>
    Buffer.concat([
      ID3,
      await sound({ format: 'mp3' }),
      apeOf({ Title: 'Old', Other: 'x' }),
      id3v1Of('Old', '', '', 1),
    ]),
};

describe.each(Object.entries(files))('a damaged %s', (_kind, make) => {
  it('has a copy of the same sound or a sentence about it, and remarks', async () => {
    const original = await make();
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const bytes = mutate(original, randomFrom(seed));
      const container = (await findAudio(sourceOf(bytes)))?.container;
      if (!container) return;
      const layout = await layOut(bytes, container);
      const remarks = await copyRemarks(sourceOf(bytes), container, { frames: 1, flacMd5: null }, async () => null);
      expect(remarks.none ?? remarks.left).toBeDefined();
      if (typeof layout === 'string') return expect(layout).toMatch(/\.$/);
      const own = (await soundRange(sourceOf(bytes), container))!;
      const copy = Buffer.from(await taggedSource(layout, sourceOf(bytes)).read(0, sizeOf(layout)));
      const { from, to } = (await soundRange(sourceOf(copy), container))!;
      expect(copy.subarray(from, to).equals(bytes.subarray(own.from, own.to))).toBe(true);
      expect(copy.includes(TAGS.title)).toBe(true);
    });
    await fc.assert(property, { numRuns: 1_000 });
  });
});

describe('a file of millions of fields, or of text without an end,', () => {
  const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
  const waveWith = (id: string, body: Buffer) => waveFile(Buffer.alloc(4_000, 1), { ...FORMAT, after: [{ id, body }] });

  it('has no copy', async () => {
    const frame = { id: 'PRIV', body: Buffer.alloc(0) };
    const id3 = id3Of(Array<typeof frame>(1_000_000).fill(frame), { version: 4 });
    const unnamed = { id: 'priv', body: Buffer.alloc(0) };
    const unkept = id3Of(Array<typeof unnamed>(500_000).fill(unnamed), { version: 4 });
    const info = infoChunk({}).body;
    const entries = Buffer.alloc(7 << 20, 'ICMT\0\0\0\0');
    const flac = flacParts(await sound({ format: 'flac' }));
    const comments = flacOf([flac.blocks[0]!, commentBlock(Array<string>(1_000_000).fill('a=b'))], flac.frames);
    const mp3 = await sound({ format: 'mp3' });
    const ape = apeOf(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, ''])));
    for (const [container, bytes] of [
      ['wav', waveWith('id3 ', id3)],
      ['wav', waveWith('id3 ', unkept)],
      ['wav', waveWith('LIST', Buffer.concat([info, entries]))],
      ['flac', comments],
      ['mp3', Buffer.concat([mp3, ape])],
    ] as const) {
      expect(await layOut(bytes, container)).toBe('has too many tags.');
    }
  });

  it('has remarks of a few letters', async () => {
    const name = 'k'.repeat(1 << 20);
    const codes = 'ISRC GBABC2600098, ISRC\0GBABC2600099';
    const flac = flacParts(await sound({ format: 'flac' }));
    const comments = flacOf([flac.blocks[0]!, commentBlock([`${name}\0=${codes}`])], flac.frames);
    const place = `comment ${name}`.slice(0, 200);
    expect(await layOut(comments, 'flac')).toMatchObject({
      says: [
        { place, field: 'isrc', value: 'GBABC2600098' },
        { place, field: 'isrc', value: 'GBABC2600099' },
      ],
    });
    const ape = apeOf({ Other: 'x', [name]: codes });
    const mp3 = Buffer.concat([await sound({ format: 'mp3' }), ape]);
    expect(await layOut(mp3, 'mp3')).toMatchObject({ says: [], left: ['the damaged end of its APE tag'] });
  });

  it('is read in the time that its size needs', async () => {
    for (const [id, text] of [
      ['iXML', '<title>' + 'a'.repeat(1 << 20)],
      ['iXML', `<title>${' '.repeat(1 << 20)}`],
      ['axml', '<title>'.repeat(1 << 17)],
      ['axml', '<title><![CDATA['.repeat(1 << 16)],
      ['axml', " dc:title='".repeat(1 << 17)],
      ['axml', ` dc:title${' '.repeat(1 << 20)}`],
      ['iXML', `ISRC${'>GBABC2600099'.repeat(1 << 16)}`],
      ['LIST', `adtl${'ISRC '.repeat(1 << 17)}`],
    ] as const) {
      expect(await layOut(waveWith(id, Buffer.from(text)), 'wav')).toHaveProperty('head');
    }
    const flac = flacParts(await sound({ format: 'flac' }));
    const lines = commentBlock([`CUESHEET=${'\n'.repeat(1 << 20)}`, `CUE=${'TITLE "'.repeat(1 << 17)}`]);
    expect(await layOut(flacOf([flac.blocks[0]!, lines], flac.frames), 'flac')).toHaveProperty('head');
  });
});
