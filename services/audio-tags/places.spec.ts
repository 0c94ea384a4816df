import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aiffFile, bextChunk, infoChunk, waveFile } from '../testing/audio/audio-containers.js';
import { commentBlock, type FlacBlock, flacOf, flacParts, id3Of, id3v1Of } from '../testing/audio/tags.js';
import { areInstalled } from '../testing/programs.js';
import { audioBytes } from '../testing/staging.js';
import { contradicts } from './notes.js';
import { heardBySndfile, testedByFlac } from './readers.testing.js';
import { copyRemarks, soundRange } from './tagged.js';
import { chunksOf, copyOf, EMPTY, layOut, sourceOf, TAGS } from './tagged.testing.js';

const SOUND = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 1 + (at % 250)));
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const OLD_ISRC = 'GBABC2600123';
const chunkOf = (id: string, text: string) => ({ id, body: Buffer.from(text) });

/** The text of a chunk in the copy of a WAV with it. */
async function copied(
  id: string,
  body: Buffer,
  others: { id: string; body: Buffer }[] = [],
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  const copy = await copyOf(waveFile(SOUND, { ...FORMAT, after: [...others, { id, body }] }), 'wav');
  const { offset, size } = (await chunksOf(copy)).find((each) => each.id === id)!;
  return copy.toString(encoding, offset, offset + size);
}

async function saysOf(...given: Parameters<typeof layOut>) {
  const layout = await layOut(...given);
  return typeof layout === 'string' ? layout : layout.says.filter((claim) => contradicts(claim, TAGS));
}

describe('the sheet’s values take the place of old ones', () => {
  it.each([
    ['iXML', `<USER><ISRC>${OLD_ISRC}</ISRC></USER>`, `<USER><ISRC>${TAGS.isrc}</ISRC></USER>`],
    [
      'axml',
      '<dc:identifier>ISRC:GB-ABC-26-00123</dc:identifier>',
      '<dc:identifier>ISRC:GB-ABC-26-00011</dc:identifier>',
    ],
    [
      'axml',
      `<identifier formatLabel="ISRC"><dc:identifier>${OLD_ISRC}</dc:identifier></identifier>`,
      `<identifier formatLabel="ISRC"><dc:identifier>${TAGS.isrc}</dc:identifier></identifier>`,
    ],
    ['iXML', '<ASWG><songTitle>Old</songTitle></ASWG>', '<ASWG><songTitle>Nacht (Live)</songTitle></ASWG>'],
    [
      'iXML',
      '<TITLE/><NOTE>Old</NOTE><ARTIST>Old</ARTIST>',
      '<TITLE/><NOTE>Old</NOTE><ARTIST>Ada feat. B&#246;</ARTIST>',
    ],
    [
      '_PMX',
      '<dc:title>\n<rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title><x xmpDM:album="Old"/>',
      '<dc:title>\n<rdf:Alt><rdf:li xml:lang="x-default">Nacht (Live)</rdf:li></rdf:Alt></dc:title><x xmpDM:album="Night Songs"/>',
    ],
    ['axml', `<x dc:title='Don"t' y="a">`, `<x dc:title='Nacht (Live)' y="a">`],
    ['axml', `<x dc:title = "Don't"/>`, '<x dc:title = "Nacht (Live)"/>'],
    ['iXML', '<TITLE><![CDATA[Old < New]]></TITLE>', '<TITLE>Nacht (Live)</TITLE>'],
    ['iXML', '<TITLE>\n<![CDATA[Old [1]]]>\n</TITLE>', '<TITLE>Nacht (Live)</TITLE>'],
    ['iXML', `<ISRC><![CDATA[${OLD_ISRC}]]></ISRC>`, `<ISRC><![CDATA[${TAGS.isrc}]]></ISRC>`],
    ['axml', `<x isrc='${OLD_ISRC}'/>`, `<x isrc='${TAGS.isrc}'/>`],
    [
      'axml',
      '<title>Old</title><x><title> Old</title></x>',
      '<title>Nacht (Live)</title><x><title>Nacht (Live)</title></x>',
    ],
  ])('in %s: %s', async (id, old, expected) => {
    expect(await copied(id, Buffer.from(old))).toBe(expected);
    // XML may be in UTF-16 too, with a mark of its order or without.
    for (const mark of ['\ufeff', '']) {
      const little = Buffer.from(mark + old, 'utf16le');
      const copiedAs = async (body: Buffer) => Buffer.from(await copied(id, body, [], 'latin1'), 'latin1');
      expect((await copiedAs(little)).toString('utf16le')).toBe(mark + expected);
      expect((await copiedAs(Buffer.from(little).swap16())).swap16().toString('utf16le')).toBe(mark + expected);
    }
  });

  it('but not of several titles in XML, which stay and are said', async () => {
    const part = (title: string, isrc: string) =>
      `<ebucore:part><dc:title>${title}</dc:title><ISRC>${isrc}</ISRC></ebucore:part>`;
    const old = `<title>A &amp; B</title>${part('A &#38; B', '')}${part('Seite Ä', '')}${part('Nacht', 'GBABC2600001')}${part('Tag', 'GBABC2600002')}<artist>Old</artist>`;
    expect(await copied('axml', Buffer.from(old))).toBe(old.replace('Old', 'Ada feat. B&#246;'));
    const titles = ['A & B', 'Seite Ä', 'Tag'].map((value) => ({ place: 'axml', field: 'title', value }));
    const codes = ['GBABC2600001', 'GBABC2600002'].map((value) => ({ place: 'axml', field: 'isrc', value }));
    for (const body of [Buffer.from(old), Buffer.from(old, 'utf16le'), Buffer.from(old, 'latin1')]) {
      expect(await saysOf(waveFile(SOUND, { ...FORMAT, after: [{ id: 'axml', body }] }), 'wav')).toEqual([
        ...codes,
        ...titles,
      ]);
    }
  });

  it('in a cart chunk', async () => {
    const cart = Buffer.alloc(2048);
    cart.write('0101Old title');
    cart.write('Old artist', 68);
    cart.write('CUT1', 132);
    const text = await copied('cart', cart);
    expect([text.slice(0, 17), text.includes('Ada feat. Bö'), text.includes('CUT1'), text.includes('Old')]).toEqual([
      '0101Nacht (Live)\0',
      true,
      true,
      false,
    ]);
  });

  it('in a bext whose description is the old title, and in its other texts', async () => {
    const bext = Buffer.concat([bextChunk('Old Ada - Old').body, Buffer.from(`A=PCM,ISRC ${OLD_ISRC}\r\n`)]);
    const text = await copied('bext', bext, [infoChunk({ INAM: 'Old', IART: 'Old Ada' })]);
    expect(text.slice(0, 28)).toBe('Ada feat. Bö - Nacht (Live)\0');
    expect(text).toContain(`A=PCM,ISRC ${TAGS.isrc}\r\n`);
  });

  it('but not those of other recordings, nor numbers of files that look like one', async () => {
    const other = 'GBXYZ9912345';
    const { blocks, frames } = flacParts(await audioBytes({ format: 'flac', durationS: 1 }));
    const comments = commentBlock([`COMMENT=Has a sample of ISRC ${other}`, `ISRC=${OLD_ISRC}`]);
    const flac = flacOf([...blocks.filter(({ type }) => type === 0), comments], frames);
    const copy = await layOut(flac, 'flac');
    expect(copy).toMatchObject({ says: [{ place: 'comment COMMENT', field: 'isrc', value: other }] });
    const iXml = `<BWFXML><FILE_UID>USABC1234567</FILE_UID><NOTE>ISRC to follow</NOTE></BWFXML>`;
    expect(await copied('iXML', Buffer.from(iXml))).toContain('<FILE_UID>USABC1234567<');
  });

  it('in comments and in frames of texts that stay', async () => {
    const comment = `Mastered. ISRC: ${OLD_ISRC}`;
    const wave = waveFile(SOUND, { ...FORMAT, after: [infoChunk({ ICMT: comment, ISRC: OLD_ISRC })] });
    const utf16 = Buffer.concat([Buffer.of(1), Buffer.from('eng'), Buffer.from(`\ufeff\0\ufeff${comment}`, 'utf16le')]);
    const tag = id3Of([{ id: 'COMM', body: utf16 }], { version: 3 });
    const aiff = aiffFile(SOUND, { ...FORMAT, after: [chunkOf('ANNO', comment), { id: 'ID3 ', body: tag }] });
    for (const [container, bytes, count] of [
      ['wav', wave, 2],
      ['aiff', aiff, 2],
    ] as const) {
      const copy = await copyOf(bytes, container);
      expect([copy.includes(OLD_ISRC), copy.toString('latin1').split(`${TAGS.isrc}`).length > count]).toEqual([
        false,
        true,
      ]);
    }
    const mp3 = Buffer.concat([
      await audioBytes({ format: 'mp3', durationS: 1 }),
      id3v1Of('', '', `ISRC ${OLD_ISRC}`, 1),
    ]);
    expect((await copyOf(mp3, 'mp3')).subarray(-31, -14).toString()).toBe(`ISRC ${TAGS.isrc}`);
  });
});

describe('a FLAC', () => {
  let parts: ReturnType<typeof flacParts>;
  beforeAll(async () => {
    parts = flacParts(await audioBytes({ format: 'flac', durationS: 1 }));
  });
  const flacWith = (...blocks: FlacBlock[]) =>
    flacOf([parts.blocks.find(({ type }) => type === 0)!, ...blocks], parts.frames);
  const cueSheet = (codes: string[]): FlacBlock => {
    const track = (number: number, code: string) => {
      const bytes = Buffer.alloc(36 + 12);
      bytes[8] = number;
      bytes.write(code, 9);
      bytes[35] = 1;
      return bytes;
    };
    const leadOut = Buffer.alloc(36);
    leadOut[8] = 170;
    const head = Buffer.alloc(396);
    head[395] = codes.length + 1;
    return { type: 5, body: Buffer.concat([head, ...codes.map((code, at) => track(at + 1, code)), leadOut]) };
  };
  const foreign = (id: string, body: string): FlacBlock => ({
    type: 2,
    body: Buffer.concat([
      Buffer.from('riff'),
      waveFile(Buffer.alloc(0), { ...FORMAT, after: [chunkOf(id, body)] }).subarray(44),
    ]),
  });

  it('has the sheet’s ISRC in the cue sheet of one track; several stay and are said', async () => {
    const one = flacWith(cueSheet([OLD_ISRC]));
    expect((await copyOf(one, 'flac')).includes(OLD_ISRC)).toBe(false);
    expect(await saysOf(one, 'flac')).toEqual([]);
    const two = flacWith(cueSheet([OLD_ISRC, 'GBABC2600124']));
    expect((await copyOf(two, 'flac')).includes(OLD_ISRC)).toBe(true);
    expect(await saysOf(two, 'flac')).toEqual([
      { place: 'cue sheet', field: 'isrc', value: OLD_ISRC },
      { place: 'cue sheet', field: 'isrc', value: 'GBABC2600124' },
    ]);
  });

  it('loses the tags of the WAV that it was made from, and says so', async () => {
    const list = infoChunk({ INAM: 'Old title' }).body.toString('latin1');
    const blocks = [foreign('LIST', list), foreign('id3 ', 'ID3 Old title'), foreign('cue ', 'kept')];
    const flac = flacWith(...blocks, foreign('iXML', `<ISRC>${OLD_ISRC}</ISRC><TITLE>Old title</TITLE>`));
    const copy = await copyOf(flac, 'flac');
    for (const [text, isThere] of [
      ['Old title', false],
      [OLD_ISRC, false],
      ['kept', true],
      [TAGS.isrc, true],
    ] as const)
      expect([text, copy.includes(text)]).toEqual([text, isThere]);
    expect(await layOut(flac, 'flac')).toMatchObject({
      left: ['the tag LIST of the WAV that it was made from', 'the tag id3 of the WAV that it was made from'],
    });
  });

  it('says the titles and codes in a comment that holds a cue sheet', async () => {
    const sheet = `CUESHEET=FILE "a.wav" WAVE\n  TRACK 01 AUDIO\n    TITLE "Old"\n    ISRC ${OLD_ISRC}\n  TRACK 02 AUDIO\n    ISRC GBABC2600124\n`;
    expect(await saysOf(flacWith(commentBlock([sheet])), 'flac')).toEqual([
      { place: 'comment CUESHEET', field: 'title', value: 'Old' },
      { place: 'comment CUESHEET', field: 'isrc', value: OLD_ISRC },
      { place: 'comment CUESHEET', field: 'isrc', value: 'GBABC2600124' },
    ]);
  });

  describe('whose encoder could not return to its header', () => {
    const MD5 = '5e4b0f8b4dd6a1b6f0a2bcd2f0b6f1aa';
    const piped = (total: number, md5: string) => {
      const { body, type } = parts.blocks.find((block) => block.type === 0)!;
      const info = Buffer.from(body);
      info[13]! &= 0xf0;
      info.writeUInt32BE(total, 14);
      info.write(md5, 18, 'hex');
      return flacOf([{ type, body: info }, commentBlock([])], parts.frames);
    };

    it('has a copy that states length and MD5, which flac confirms', async () => {
      const md5 = parts.blocks.find(({ type }) => type === 0)!.body.toString('hex', 18);
      const flac = piped(0, '0'.repeat(32));
      expect(await layOut(flac, 'flac', TAGS, md5)).toMatchObject({ added: ['its length', 'the MD5 of its samples'] });
      const copy = await copyOf(flac, 'flac', TAGS, md5);
      expect(flacParts(copy).blocks[0]).toEqual(parts.blocks.find(({ type }) => type === 0));
      testedByFlac(copy);
      expect(heardBySndfile(copy, 'flac')).toBe(heardBySndfile(flacOf(parts.blocks, parts.frames), 'flac'));
    });

    it('has a copy that states the length alone if an earlier version has analysed it', async () => {
      expect(await layOut(piped(0, '0'.repeat(32)), 'flac')).toMatchObject({ added: ['its length'] });
    });

    it('has no copy if its MD5 is wrong', async () => {
      const flac = piped(44_100, MD5);
      expect(await layOut(flac, 'flac', TAGS, MD5)).toMatchObject({ added: [] });
      expect(await layOut(flac, 'flac', TAGS, MD5.replace('5', '6'))).toBe(
        'has an MD5 in its header that is not that of its samples. Please encode it again.',
      );
    });
  });

  const hasFlac = areInstalled(['flac'], 'FLACs that keep the chunks of a WAV');
  (hasFlac ? it : it.skip)('gives back a WAV with none of its old titles and codes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-foreign-'));
    const path = (name: string) => join(folder, name);
    const flac = (...words: string[]) =>
      execFileSync('flac', ['--silent', '--keep-foreign-metadata', ...words], { stdio: 'ignore' });
    try {
      const before = [
        bextChunk('Take 3'),
        chunkOf('iXML', `<USER><ISRC>${OLD_ISRC}</ISRC><TITLE>Old title</TITLE></USER>`),
      ];
      writeFileSync(path('old.wav'), waveFile(SOUND, { ...FORMAT, before, after: [infoChunk({ INAM: 'Old title' })] }));
      flac('-o', path('old.flac'), path('old.wav'));
      writeFileSync(path('copy.flac'), await copyOf(readFileSync(path('old.flac')), 'flac'));
      flac('-d', '-o', path('new.wav'), path('copy.flac'));
      const wave = readFileSync(path('new.wav'));
      expect((await chunksOf(wave)).map(({ id }) => id)).toEqual(['fmt ', 'bext', 'iXML', 'data']);
      expect(['Old title', OLD_ISRC, 'Take 3', TAGS.isrc].map((text) => wave.includes(text))).toEqual([
        false,
        false,
        true,
        true,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what the sheet cannot replace is said', () => {
  it.each([
    ['any description in bext', bextChunk('Old title'), { place: 'bext', field: 'title', value: 'Old title' }],
    [
      'a code in data of another program',
      chunkOf('SMED', `\u0001ISRC=${OLD_ISRC}\0`),
      { place: 'SMED', field: 'isrc', value: OLD_ISRC },
    ],
    [
      'several codes in a text',
      chunkOf('iXML', `<ISRC>${OLD_ISRC}</ISRC><ISRC>${TAGS.isrc}</ISRC>`),
      { place: 'iXML', field: 'isrc', value: OLD_ISRC },
    ],
  ])('%s', async (_what, chunk, claim) => {
    const wave = waveFile(SOUND, { ...FORMAT, after: [chunk] });
    expect(await saysOf(wave, 'wav')).toEqual([claim]);
    const { frames } = (await soundRange(sourceOf(wave), 'wav'))!;
    expect(
      (await copyRemarks(sourceOf(wave), 'wav', { frames: frames!, flacMd5: null }, async () => null)).says,
    ).toContainEqual(claim);
  });

  it('nothing of a sheet without ISRC, which replaces none', async () => {
    const wave = waveFile(SOUND, { ...FORMAT, after: [chunkOf('iXML', `<ISRC>${OLD_ISRC}</ISRC>`)] });
    expect((await copyOf(wave, 'wav', EMPTY)).includes(OLD_ISRC)).toBe(true);
  });
});
