import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseBuffer } from 'music-metadata';
import { aiffFile, bextChunk, infoChunk, waveFile } from '../testing/audio/audio-containers.js';
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
import { heardBySndfile, testedByFlac } from './readers.testing.js';
import { chunksOf, copyOf, EMPTY, layOut, TAGS } from './tagged.testing.js';
import type { CopyTags } from './tags.js';

const SOUND = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 1 + (at % 250)));
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const leftOf = async (...given: Parameters<typeof layOut>) => {
  const layout = await layOut(...given);
  return typeof layout === 'string' ? layout : layout.left;
};

/** All values by the names that the file has them under, as music-metadata reads them. */
async function nativeTags(bytes: Buffer, mimeType: string): Promise<[string, unknown][]> {
  const { native } = await parseBuffer(bytes, { mimeType }, { includeChapters: true });
  return Object.values(native).flatMap((tags) => tags.map(({ id, value }): [string, unknown] => [id, value]));
}

describe('a copy of a FLAC', () => {
  let parts: ReturnType<typeof flacParts>;
  beforeAll(async () => {
    parts = flacParts(await audioBytes({ format: 'flac', durationS: 1 }));
  });
  const info = () => parts.blocks.find(({ type }) => type === 0)!;

  it('has all comments that the sheet does not replace, the speaker mask among them, and the encoder’s name', async () => {
    const kept = [
      'WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x0033',
      'ISWC=T-034.524.680-1',
      'REPLAYGAIN_TRACK_GAIN=-7.03 dB',
      'comment=Äther',
      'DISCNUMBER=2',
      'no name',
    ];
    const old = [
      'title=Old',
      'RELEASEDATE=Old',
      'LABELID=Old',
      'Artist=Old',
      'ALBUM ARTIST=Old',
      'Year=1999',
      'ISRC=GBABC2600099',
      'TITLESORT=Old',
    ];
    const copy = await copyOf(flacOf([info(), commentBlock([...old, ...kept])], parts.frames), 'flac');
    const block = flacParts(copy)
      .blocks.find(({ type }) => type === 4)!
      .body.toString();
    for (const text of [...kept, 'reference libFLAC 1.4.2']) expect(block).toContain(text);
    for (const text of ['Old', '1999', 'GBABC2600099']) expect(block).not.toContain(text);
    const tags = await nativeTags(copy, 'audio/flac');
    expect(tags).toEqual(
      expect.arrayContaining([
        ['TITLE', TAGS.title],
        ['ISRC', TAGS.isrc],
        ['ISWC', 'T-034.524.680-1'],
      ]),
    );
  });

  it('has all blocks in their order, and pictures other than the cover', async () => {
    const application = { type: 2, body: Buffer.from('SMED by a program') };
    const seekTable = { type: 3, body: Buffer.alloc(18) };
    const reserved = { type: 99, body: Buffer.from('later') };
    const padding = { type: 1, body: Buffer.alloc(100) };
    const blocks = [info(), padding, seekTable, pictureBlock(3), application, pictureBlock(4), reserved];
    const copy = flacParts(await copyOf(flacOf(blocks, parts.frames), 'flac'));
    expect(copy.blocks.map(({ type }) => type)).toEqual([0, 3, 2, 6, 99, 4, 6]);
    expect(copy.blocks.slice(0, 5).map(({ body }) => body)).toEqual(
      [info(), seekTable, application, pictureBlock(4), reserved].map(({ body }) => body),
    );
    const bare = flacParts(await copyOf(flacOf(blocks, parts.frames), 'flac', EMPTY));
    expect(bare.blocks.map(({ type }) => type)).toEqual([0, 3, 6, 2, 6, 99, 4]);
  });

  it('leaves out tags around the file, and says so', async () => {
    const flac = flacOf(parts.blocks, parts.frames);
    const tag = id3Of([{ id: 'TIT2', body: textBody('Old') }], { version: 3 });
    expect(await leftOf(flac, 'flac')).toEqual([]);
    expect(await leftOf(Buffer.concat([tag, flac]), 'flac')).toEqual(['the tags in front of its beginning']);
    expect(await leftOf(Buffer.concat([flac, id3v1Of('Old', '', '', 1)]), 'flac')).toEqual([
      'the tag behind its frames',
    ]);
  });
});

describe('bytes behind the last frame of a FLAC', () => {
  const behind = {
    zeros: Buffer.alloc(9_000),
    text: Buffer.alloc(200_000, 'text'),
    sync: Buffer.alloc(500, 'fff8c918', 'hex'),
  };

  it.each(Object.entries(behind))('are left out, and named: %s', async (_name, bytes) => {
    for (const settings of [{ bits: 16 }, { bits: 24, channels: 6 }, { bits: 16, channels: 1, sampleRateHz: 96_000 }]) {
      const flac = await audioBytes({ format: 'flac', durationS: 1, ...settings });
      const tag = id3v1Of('Old', '', '', 1);
      const copy = await copyOf(Buffer.concat([flac, bytes, tag]), 'flac');
      expect(copy).toEqual(await copyOf(flac, 'flac'));
      testedByFlac(copy);
      const named = `${bytes.length.toLocaleString('en-US')} bytes behind its last frame`;
      expect(await leftOf(Buffer.concat([flac, bytes]), 'flac')).toEqual([named]);
      expect(await leftOf(Buffer.concat([flac, bytes, tag]), 'flac')).toEqual(['the tag behind its frames', named]);
    }
  });

  it('leave no copy if no frame is found near the end', async () => {
    const flac = await audioBytes({ format: 'flac', durationS: 1 });
    expect(await layOut(Buffer.concat([flac, Buffer.alloc(5_000_000)]), 'flac')).toBe(
      'does not end with a frame that can be read. Please encode it again.',
    );
  });
});

describe('a copy of an MP3', () => {
  let frames: Buffer;
  beforeAll(async () => {
    const file = await audioBytes({ format: 'mp3', durationS: 1 });
    frames = file.subarray(file.indexOf(Buffer.of(0xff, 0xfb)));
  });
  const cues = {
    id: 'GEOB',
    body: Buffer.from('\0application/octet-stream\0\0Serato Markers2\0\u0001\u0001', 'latin1'),
  };
  const comment = {
    id: 'COMM',
    body: Buffer.concat([Buffer.of(1), Buffer.from('eng'), utf16(''), utf16('Äther', false)]),
  };
  const gain = { id: 'TXXX', body: Buffer.from('\0REPLAYGAIN_TRACK_GAIN\0-7.03 dB', 'latin1') };

  function utf16(text: string, ends = true): Buffer {
    return Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text + (ends ? '\0' : ''), 'utf16le')]);
  }

  it('says which frame of a chapter it leaves out', async () => {
    const [head, times] = [Buffer.from('one\0'), Buffer.alloc(16)];
    const chapter = { id: 'CHAP', body: Buffer.concat([head, times, Buffer.from('priv\0\0\0\x01\0\0x')]) };
    const original = Buffer.concat([
      id3Of([chapter], { version: 3 }),
      await audioBytes({ format: 'mp3', durationS: 1 }),
    ]);
    expect(await leftOf(original, 'mp3')).toEqual(['a frame without a name of its ID3 tag']);
  });

  it.each([3, 4] as const)('has the chapters, cues and other frames of ID3v2.%d', async (version) => {
    const old = ['TIT2', 'TPE1', 'TSRC', 'TCON', 'TSOT'].map((id) => ({ id, body: textBody('Old') }));
    const chapters = version === 3 ? [chapterFrame('one', 'Chorus')] : [];
    const table = { id: 'CTOC', body: Buffer.from('toc\0\u0003\u0001one\0', 'latin1') };
    const tag = id3Of([...old, ...chapters, table, cues, comment, gain], { version, padding: 500 });
    const copy = await copyOf(Buffer.concat([tag, frames]), 'mp3');
    const tags = await nativeTags(copy, 'audio/mpeg');
    expect(tags.filter(([, value]) => value === 'Old')).toEqual([]);
    expect(tags).toEqual(
      expect.arrayContaining([
        ['TIT2', TAGS.title],
        ['TXXX:REPLAYGAIN_TRACK_GAIN', '-7.03 dB'],
        ['COMM', expect.objectContaining({ text: 'Äther' })],
        ['GEOB', expect.objectContaining({ description: 'Serato Markers2' })],
      ]),
    );
    if (version === 3) {
      expect(tags).toContainEqual([
        'CHAP',
        expect.objectContaining({ label: 'one', frames: new Map([['TIT2', 'Chorus'.padEnd(200)]]) }),
      ]);
    }
    expect(heardBySndfile(copy, 'mp3')).toBe(heardBySndfile(frames, 'mp3'));
  });

  it('has the frames of ID3v2.2 under their names of today', async () => {
    const picture = Buffer.from('\0PNG\u0004\0not a picture', 'latin1');
    const old = [
      { id: 'TT2', body: textBody('Old') },
      { id: 'TPA', body: textBody('2/3') },
      { id: 'PIC', body: picture },
      { id: 'CRM', body: Buffer.from('encrypted') },
    ];
    const file = Buffer.concat([id3Of(old, { version: 2 }), frames]);
    const tags = await nativeTags(await copyOf(file, 'mp3'), 'audio/mpeg');
    expect(tags).toEqual(
      expect.arrayContaining([
        ['TIT2', TAGS.title],
        ['TPOS', '2/3'],
      ]),
    );
    expect(tags).toContainEqual(['APIC', expect.objectContaining({ format: 'image/png', type: 'Cover (back)' })]);
    expect(await leftOf(file, 'mp3')).toEqual(['the frame CRM of its ID3 tag']);
  });

  it('has the day of ID3v2.3 in one frame, unless the sheet has a date', async () => {
    const days = { TYER: '1999', TDAT: '3112', TIME: '2359' };
    const old = Object.entries(days).map(([id, text]) => ({ id, body: textBody(text) }));
    const file = Buffer.concat([id3Of(old, { version: 3 }), frames]);
    const dates = async (tags: CopyTags) =>
      (await nativeTags(await copyOf(file, 'mp3', tags), 'audio/mpeg')).filter(([id]) => id === 'TDRC');
    expect(await dates(EMPTY)).toEqual([['TDRC', '1999-12-31T23:59']]);
    expect(await dates(TAGS)).toEqual([['TDRC', TAGS.date]]);
  });

  it('has the tags at its end, with the sheet’s values in their places', async () => {
    const ape = apeOf({ Title: 'Old', MP3GAIN_MINMAX: '089,179', Year: '1999', 'Album Artist': 'Old' });
    const file = Buffer.concat([frames, ape, id3v1Of('Old', 'Old', 'A comment', 9)]);
    const copy = await copyOf(file, 'mp3');
    const end = copy.subarray(-128);
    expect([end.toString('latin1', 0, 3), end.toString('latin1', 3, 15)]).toEqual(['TAG', TAGS.title]);
    expect([end.toString('latin1', 97, 106), end[126]]).toEqual(['A comment', TAGS.trackNumber]);
    const tags = await nativeTags(copy, 'audio/mpeg');
    expect(tags).toContainEqual(['MP3GAIN_MINMAX', '089,179']);
    expect(tags.filter(([, value]) => value === 'Old' || value === '1999')).toEqual([]);
    expect(await leftOf(file, 'mp3')).toEqual([]);
    const title = '夜';
    expect((await copyOf(file, 'mp3', { ...TAGS, title })).subarray(-125, -95)).toEqual(Buffer.alloc(30));
  });

  it('has no old value of the sheet’s fields in TXXX frames, by whatever name programs write them', async () => {
    const names = [
      ...['LABEL', 'ORGANIZATION', 'TRACKTOTAL', 'TOTALTRACKS', 'YEAR', 'USLT', 'UNSYNCEDLYRICS', 'TITLESORT'],
      ...['EAN/UPN', 'EAN', 'LABELNO', 'Label', 'Album Artist', 'ARTISTS', 'ALBUMARTISTSORT', 'ISRC', 'RELEASEDATE'],
      ...['QuodLibet::albumartist', 'QuodLibet::catalognumber', 'QuodLibet::labelid', 'Catalog'],
    ];
    const old = names.map((name) => ({ id: 'TXXX', body: textBody(`${name}\0Old`) }));
    const file = Buffer.concat([id3Of([...old, gain], { version: 4 }), frames]);
    const tags = await nativeTags(await copyOf(file, 'mp3'), 'audio/mpeg');
    expect(tags.filter(([, value]) => value === 'Old')).toEqual([]);
    expect(tags).toContainEqual(['TXXX:REPLAYGAIN_TRACK_GAIN', '-7.03 dB']);
    // The sheet of these has no value for them.
    const bare = await nativeTags(await copyOf(file, 'mp3', EMPTY), 'audio/mpeg');
    expect(bare.filter(([, value]) => value === 'Old').length).toBeGreaterThan(names.length - 4);
  });

  it('says which titles a cue sheet in its tags has', async () => {
    const sheet = 'FILE "a.wav" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE "Älter"\r\n';
    const says = async (...parts: Buffer[]) => {
      const layout = await layOut(Buffer.concat(parts), 'mp3');
      return typeof layout === 'string' ? layout : layout.says;
    };
    const claim = (place: string) => [{ place, field: 'title', value: 'Älter' }];
    const frame = { id: 'TXXX', body: Buffer.concat([Buffer.of(3), Buffer.from(`CUESHEET\0${sheet}`)]) };
    expect(await says(id3Of([frame], { version: 4 }), frames)).toEqual(claim('ID3 frame TXXX'));
    expect(await says(frames, apeOf({ Cuesheet: sheet }))).toEqual(claim('APE tag Cuesheet'));
  });

  it('says what it cannot take over: the end of a damaged tag, a second value of a frame, stray bytes', async () => {
    const tag = (text: string) => id3Of([{ id: 'TPE3', body: textBody(text) }], { version: 3 });
    const damaged = id3Of([{ id: 'TPE3', body: textBody('Conductor') }], { version: 3 }).fill(0x7f, 15, 18);
    expect(await leftOf(Buffer.concat([damaged, frames]), 'mp3')).toEqual(['the damaged end of its ID3 tag']);
    const tiny = Buffer.from('ID3\x03\0\x40\0\0\0\x02ab', 'latin1');
    expect(await leftOf(Buffer.concat([tiny, frames]), 'mp3')).toEqual(['the damaged end of its ID3 tag']);
    expect(await leftOf(Buffer.concat([tag('One'), tag('Two'), frames]), 'mp3')).toEqual([
      'a second TPE3 of its ID3 tags',
    ]);
    expect(await leftOf(Buffer.concat([tag('One'), tag('One'), frames]), 'mp3')).toEqual([]);
    expect(await leftOf(Buffer.concat([Buffer.from('stray'), frames]), 'mp3')).toEqual([
      '5 bytes in front of its first frame',
    ]);
  });
});

describe('a copy of a WAV', () => {
  it('has the entries and frames of its old tags that the sheet does not replace', async () => {
    const info = infoChunk({ INAM: 'Old', ISFT: 'Program 1.0', ICMT: 'A comment', IPRT: '9' });
    const tag = id3Of(
      [
        { id: 'TIT2', body: textBody('Old') },
        { id: 'TENC', body: textBody('Ada') },
      ],
      { version: 3 },
    );
    const second = id3Of([{ id: 'TCOM', body: textBody('Bach') }], { version: 4 });
    const after = [info, { id: 'ID3 ', body: tag }, { id: 'id3 ', body: second }];
    const copy = await copyOf(waveFile(SOUND, { ...FORMAT, after }), 'wav', { ...TAGS, composers: '' });
    const tags = await nativeTags(copy, 'audio/wav');
    const kept = [
      ['ISFT', 'Program 1.0'],
      ['ICMT', 'A comment'],
      ['TENC', 'Ada'],
      ['TCOM', 'Bach'],
    ];
    expect(tags).toEqual(expect.arrayContaining([...kept, ['INAM', TAGS.title], ['TIT2', TAGS.title]]));
    expect(tags.filter(([, value]) => value === 'Old' || value === '9')).toEqual([]);
    expect((await chunksOf(copy)).filter(({ id }) => /id3/i.test(id))).toHaveLength(1);
  });

  it('has its own axml and bext', async () => {
    const axml = { id: 'axml', body: Buffer.from('<ebuCoreMain><coreMetadata/></ebuCoreMain>') };
    const copy = await copyOf(waveFile(SOUND, { ...FORMAT, before: [bextChunk('Take 3'), axml] }), 'wav');
    expect((await chunksOf(copy)).map(({ id }) => id)).toEqual(['fmt ', 'bext', 'axml', 'LIST', 'id3 ', 'data']);
    expect(copy.includes(axml.body)).toBe(true);
    expect(copy.includes('Take 3')).toBe(true);
  });
});

it('a copy of an AIFF has its texts and chunks that the sheet does not replace', async () => {
  const texts = { NAME: 'Old', AUTH: 'Ada', ANNO: 'Äther', APPL: 'pdosProgram' };
  const after = Object.entries(texts).map(([id, text]) => ({ id, body: Buffer.from(text) }));
  const copy = await copyOf(aiffFile(SOUND, { ...FORMAT, after }), 'aiff', EMPTY);
  const chunks = await chunksOf(copy, 'aiff');
  const textOf = (name: string) =>
    chunks.filter(({ id }) => id === name).map(({ offset, size }) => copy.toString('utf8', offset, offset + size));
  expect(Object.keys(texts).map(textOf)).toEqual([['New'], ['Ada'], ['Äther'], ['pdosProgram']]);
});
