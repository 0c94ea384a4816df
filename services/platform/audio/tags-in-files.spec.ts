import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { id3Length } from '../../audio-headers/find-audio.js';
import { makeAudioFile } from '../../testing/audio/audio.js';
import {
  aiffFile,
  bextChunk,
  type FileChunk,
  id3Tag,
  infoChunk,
  waveFile,
} from '../../testing/audio/audio-containers.js';
import { apeOf, id3Of, id3v1Of, textBody } from '../../testing/audio/tags.js';
import { useRunner } from './runner.testing.js';

const { folder, make, probe, analyse } = useRunner();

const FORMAT = { sampleRateHz: 44_100, channels: 2, bits: 16, float: false };
const SOUND = Buffer.alloc(44_100);

async function tagsOf(name: string, file: Buffer) {
  const path = join(folder, name);
  writeFileSync(path, file);
  return (await probe(path)).tags;
}
const inWave = (...after: FileChunk[]) => tagsOf('tags.wav', waveFile(SOUND, { ...FORMAT, after }));
const inAiff = (...after: FileChunk[]) => tagsOf('tags.aiff', aiffFile(SOUND, { ...FORMAT, after }));

/** An ID3v2.3 tag in the format of version 2.4: the sizes of short frames are the same. */
function id3v24(frames: Record<string, string>): Buffer {
  const tag = id3Tag(frames);
  tag[3] = 4;
  return tag;
}

/** An ID3v2.2 tag, whose frames have names of three letters. */
function id3v22(frames: Record<string, string>): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([id, text]) =>
      Buffer.concat([Buffer.from(id), Buffer.from([0, 0, text.length + 1, 0]), Buffer.from(text)]),
    ),
  );
  return Buffer.concat([Buffer.from('ID3\x02\0\0\0\0\0'), Buffer.of(body.length), body]);
}

const id3 = (body: Buffer, id = 'id3 ') => ({ id, body });

describe('the tags of a file', () => {
  it('are those of ID3 where LIST INFO has others, whichever comes first', async () => {
    const info = infoChunk({ INAM: 'Old', IART: 'Old', IPRD: 'Low Tide' });
    const tag = id3Tag({ TIT2: 'Glass', TPE1: 'Nova Lane' });
    for (const chunks of [
      [info, id3(tag)],
      [id3(tag, 'ID3 '), info],
    ])
      expect(await inWave(...chunks)).toMatchObject({ title: 'Glass', artist: 'Nova Lane', album: 'Low Tide' });
  });

  it('have the first ISRC of several, which ID3v2.3 joins by slashes', async () => {
    const frames = { TSRC: 'GBABC2600123/GBABC2600124', TIT2: 'Day/Night' };
    const expected = { isrc: 'GBABC2600123', title: 'Day/Night' };
    expect(await inAiff(id3(id3Tag(frames), 'ID3 '))).toMatchObject(expected);
    expect(await inWave(id3(id3Tag(frames)))).toMatchObject(expected);
  });

  it.each([
    ['ID3v2.3', id3Tag({ TPE1: 'Nova Lane/Ben', TPE2: 'Nova Lane/Ben/Ben' }), 'Nova Lane, Ben'],
    ['ID3v2.3 of one name', id3Tag({ TPE1: 'AC/DC', TPE2: 'AC/DC' }), 'AC/DC'],
    ['ID3v2.4', id3v24({ TPE1: 'Nova Lane\0\ufeffBen', TPE2: 'Nova Lane\0\ufeffBen' }), 'Nova Lane, Ben'],
    ['ID3v2.4 of one name', id3v24({ TPE1: 'Love/Hate', TPE2: 'Love/Hate' }), 'Love/Hate'],
    ['ID3v2.2', id3v22({ TP1: 'Nova Lane/Ben', TP2: 'Nova Lane/Ben' }), 'Nova Lane, Ben'],
  ])('keep several artists apart: %s', async (_version, tag, artist) => {
    const tags = { artist, albumArtist: artist };
    expect(await inAiff(id3(tag, 'ID3 '))).toMatchObject(tags);
    const mp3 = readFileSync(make('plain.mp3', { format: 'mp3', durationS: 1 }));
    expect(await tagsOf('tags.mp3', Buffer.concat([tag, mp3.subarray(id3Length(mp3))]))).toMatchObject(tags);
  });

  it('are read from ID3v2.2', async () => {
    const tag = id3v22({ TT2: 'Glass', TPA: '2/3', TRC: 'GBABC2600123/GBABC2600124', TYE: '2026', TRK: '4/9' });
    const tags = { title: 'Glass', discNumber: 2, isrc: 'GBABC2600123', date: '2026', trackNumber: 4, trackTotal: 9 };
    expect(await inAiff(id3(tag, 'ID3 '))).toMatchObject(tags);
  });

  describe('behind the frames of an MP3', () => {
    const inMpeg = (...tags: Buffer[]) => {
      const bytes = readFileSync(make('plain.mp3', { format: 'mp3', durationS: 1 }));
      return tagsOf('tags.mp3', Buffer.concat([bytes.subarray(id3Length(bytes)), ...tags]));
    };
    const ape = apeOf({
      ...{ Title: 'Glas – 東京', Artist: 'Ana\0Ben', Track: '3/12', ISRC: 'GBABC2600123' },
      ...{ 'Album Artist': 'Ana', Year: '2019' },
    });
    const v1 = id3v1Of('Träne', 'Bö', 'Für dich', 4);

    it('are read from APE', async () => {
      expect(await inMpeg(ape)).toMatchObject({
        ...{ title: 'Glas – 東京', artist: 'Ana, Ben', trackNumber: 3, trackTotal: 12, isrc: 'GBABC2600123' },
        ...{ albumArtist: 'Ana', date: '2019' },
      });
    });

    it('are read from ID3v1 in the letters of old programs', async () => {
      const read = { artist: 'Bö', comment: 'Für dich', trackNumber: 4, genre: 'Rock' };
      expect(await inMpeg(v1)).toMatchObject({ title: 'Träne', ...read });
      const front = id3Of([{ id: 'TIT2', body: textBody('Front') }], { version: 3 });
      const bytes = readFileSync(make('plain.mp3', { format: 'mp3', durationS: 1 }));
      const file = Buffer.concat([front, bytes.subarray(id3Length(bytes)), v1]);
      expect(await tagsOf('both.mp3', file)).toMatchObject({ title: 'Front', ...read });
      expect(await inMpeg(ape, v1)).toMatchObject({ title: 'Glas – 東京', comment: 'Für dich' });
    });

    it('are read from an ID3v2.4 tag with a footer', async () => {
      const tag = id3Of([{ id: 'TIT2', body: textBody('Last') }], { version: 4 });
      tag[5] = 0x10;
      const end = Buffer.concat([tag, Buffer.from('3DI'), tag.subarray(3, 10)]);
      expect(await inMpeg(end)).toMatchObject({ title: 'Last' });
      expect(await inMpeg(end, v1)).toMatchObject({ title: 'Last', artist: 'Bö' });
    });
  });

  it('have the comment of an AIFF once', async () => {
    const text = { id: 'ANNO', body: Buffer.from('hello') };
    const comment = Buffer.concat([
      Buffer.from('COMM'),
      Buffer.from([0, 0, 0, 10, 0, 0, 0]),
      Buffer.from('eng\0hello'),
    ]);
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0'), Buffer.of(comment.length), comment]);
    for (const chunks of [[text], [id3(tag, 'ID3 ')], [text, id3(tag, 'ID3 ')]])
      expect((await inAiff(...chunks)).comment).toBe('hello');
  });
});

describe('tags', () => {
  const tags = { title: 'Glass – 東京', artist: 'Nova Lane', album: 'Low Tide', track: '3/12', isrc: 'GBABC2600123' };
  const read = {
    title: 'Glass – 東京',
    artist: 'Nova Lane',
    album: 'Low Tide',
    trackNumber: 3,
    trackTotal: 12,
    isrc: 'GBABC2600123',
  };

  it.each(['wav', 'rf64', 'aiff', 'aifc', 'flac', 'mp3'] as const)('are read from %s', async (format) => {
    const path = join(folder, `tagged.${format === 'rf64' ? 'wav' : format}`);
    makeAudioFile(path, { format, durationS: 1, tags });
    expect((await probe(path)).tags).toMatchObject(read);
  });

  it.each([
    ['bext', bextChunk('Glass. ISRC: GBABC2600123')],
    ['iXML', { id: 'iXML', body: Buffer.from('<BWFXML><ISRC>GBABC2600123</ISRC></BWFXML>') }],
    ['axml', { id: 'axml', body: Buffer.from('<dc:identifier>ISRC:GBABC2600123</dc:identifier>') }],
    ['INFO', infoChunk({ ISRC: 'GBABC2600123', INAM: 'Glass' })],
  ])('ISRC in %s, after the sound and before it', async (id, chunk) => {
    for (const wave of [{ before: [chunk] }, { after: [chunk] }]) {
      const path = join(folder, `${id}.wav`);
      makeAudioFile(path, { format: 'wav', durationS: 1, wave });
      expect((await probe(path)).tags.isrc).toBe('GBABC2600123');
    }
  });

  it('in the letters of old Windows programs', async () => {
    const path = join(folder, 'windows.wav');
    const body = Buffer.from('INFOINAM\x05\0\0\0Caf\xe9\0\0', 'latin1');
    makeAudioFile(path, { format: 'wav', durationS: 1, wave: { after: [{ id: 'LIST', body }] } });
    expect((await probe(path)).tags.title).toBe('Café');
  });

  it('with a coding history of fifty megabytes', async () => {
    const path = join(folder, 'history.wav');
    const body = Buffer.concat([
      bextChunk('Glass. ISRC: GBABC2600123').body,
      Buffer.alloc(50_000_000, 'A=PCM,F=48000\r\n'),
    ]);
    makeAudioFile(path, { format: 'wav', durationS: 1, wave: { before: [{ id: 'bext', body }] } });
    expect((await probe(path)).tags).toMatchObject({ isrc: 'GBABC2600123' });
    expect((await analyse(path)).facts).toMatchObject({ complete: true, durationS: 1 });
  });

  it('with a picture of ten megabytes', async () => {
    const path = join(folder, 'picture.mp3');
    makeAudioFile(path, { format: 'mp3', durationS: 2, tags });
    const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.alloc(10_000_000, 0xd8)]);
    writeFileSync(path, withPicture(readFileSync(path), picture));
    expect((await probe(path)).tags).toMatchObject(read);
    expect((await analyse(path)).facts).toMatchObject({ complete: true, channels: 2 });
  });
});

/** Puts an APIC frame at the end of an ID3v2.4 tag. */
function withPicture(file: Buffer, picture: Buffer): Buffer {
  const synchsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | file[at]!, 0);
  const frame = Buffer.concat([Buffer.from('APIC'), synchsafe(picture.length), Buffer.alloc(2), picture]);
  const frames = Buffer.concat([file.subarray(10, 10 + size), frame]);
  return Buffer.concat([file.subarray(0, 6), synchsafe(frames.length), frames, file.subarray(10 + size)]);
}
