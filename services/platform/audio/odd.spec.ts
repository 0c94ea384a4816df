import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { id3Length } from '../../audio-headers/find-audio.js';
import { mpegFrameLength } from '../../audio-headers/mpeg-frames.js';
import { makeAudioFile, writeAudioFile } from '../../testing/audio/audio.js';
import {
  aiffFile,
  bextChunk,
  formFile,
  id3Tag,
  infoChunk,
  waveFile,
  type WaveSettings,
} from '../../testing/audio/audio-containers.js';
import { withVbri } from '../../testing/audio/audio-mutants.js';
import { AudioRunner } from './runner.js';

const SECONDS = 3;
let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-odd-spec-'));
  runner = new AudioRunner();
  for (const format of ['wav', 'w64', 'aiff', 'flac', 'mp3'] as const) {
    makeAudioFile(join(folder, `plain.${format}`), { format, durationS: SECONDS });
  }
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

const move = (file: Buffer, from: number, to: number) =>
  Buffer.concat([file.subarray(0, from), file.subarray(to), file.subarray(from, to)]);
const sizes = (file: Buffer, size: number) => {
  file.writeUInt32LE(size, 4);
  file.writeUInt32LE(size, 40);
  return file;
};

const FORMAT = { sampleRateHz: 44100, channels: 2, bits: 16, float: false };
const SAMPLE_BYTES = SECONDS * 44100 * 4;
/** The same samples with another header. */
const wave = (file: Buffer, settings: Partial<WaveSettings>) =>
  waveFile(file.subarray(-SAMPLE_BYTES), { ...FORMAT, ...settings });
const aiff = (file: Buffer, settings: Partial<Parameters<typeof aiffFile>[1]>) =>
  aiffFile(file.subarray(-SAMPLE_BYTES), { ...FORMAT, ...settings });
/** The name of a program by AIFF-C's rules, where FFmpeg looks for an encoding of games. */
const STOC = { id: 'APPL', body: Buffer.from('stoc\x04testdata', 'latin1') };
const SECOND = { id: 'SSND', body: Buffer.alloc(1_000) };
const cue = (pad: number | null) => ({ id: 'cue ', body: Buffer.alloc(29), pad });

/** A format chunk of 8 bits. */
function secondFormat(file: Buffer): Buffer {
  const format = Buffer.from(file.subarray(12, 36));
  format.writeUInt16LE(8, 22);
  return format;
}

/** An ID3v2.4 tag of one picture. */
function id3WithPicture(bytes: number): Buffer {
  const synchsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
  const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.alloc(bytes, 0xd8)]);
  const frame = Buffer.concat([Buffer.from('APIC'), synchsafe(picture.length), Buffer.alloc(2), picture]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), synchsafe(frame.length), frame]);
}

/** An ID3v2.4 tag with a footer, whose ten bytes its size does not count. */
const id3WithFooter = () =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\x10\0\0\0\x05', 'latin1'),
    Buffer.alloc(5),
    Buffer.from('3DI\x04\0\x10\0\0\0\x05', 'latin1'),
  ]);

/** An APEv2 tag with header and footer. */
function apeTag(bytes: number): Buffer {
  const end = (flags: number) => {
    const block = Buffer.alloc(32);
    block.write('APETAGEX');
    [2000, bytes + 32, 1, flags].forEach((value, index) => block.writeUInt32LE(value >>> 0, 8 + 4 * index));
    return block;
  };
  return Buffer.concat([end(0xa0000000), Buffer.alloc(bytes, 65), end(0x80000000)]);
}

/** MP3 without the frame that contains its length. */
function withoutXing(file: Buffer): Buffer {
  const start = id3Length(file);
  return Buffer.concat([file.subarray(0, start), file.subarray(start + mpegFrameLength(file, start)!)]);
}

/** Sound that happens to hold a word. */
function wordInSound(file: Buffer, word: string): Buffer {
  file.write(word, id3Length(file) + 300, 'latin1');
  return file;
}

/** Sets the total samples in FLAC's STREAMINFO to 0, which means unknown. */
function withoutLength(file: Buffer): Buffer {
  file[21]! &= 0xf0;
  return file.fill(0, 22, 26);
}

const withoutTag = (file: Buffer) => file.subarray(id3Length(file));

const pictures = id3WithPicture(50_000);

type Case = [string, string, (file: Buffer) => Buffer];

describe('unusual files that are valid', () => {
  it.each<Case>([
    ['WAV with its format behind the sound', 'wav', (file) => move(file, 12, 36)],
    ['WAV with zeros behind the last chunk', 'wav', (file) => Buffer.concat([file, Buffer.alloc(20_000)])],
    ['WAV never finished, sizes 0', 'wav', (file) => sizes(file, 0)],
    ['WAV never finished, sizes at their highest', 'wav', (file) => sizes(file, 0xffffffff)],
    ['WAV of SoX that was written into a pipe', 'wav', (file) => sizes(file, 0x7ffff000)],
    ['RF64 with a wrong size in 32 bits', 'wav', (file) => wave(file, { form: 'RF64', soundSize: 0xffff })],
    ['RF64 never finished', 'wav', (file) => wave(file, { form: 'RF64', longSize: 0 })],
    ['WAV with an odd chunk without a pad byte before the sound', 'wav', (file) => wave(file, { before: [cue(null)] })],
    ['WAV with an odd chunk and a pad byte that is not zero', 'wav', (file) => wave(file, { before: [cue(0x41)] })],
    [
      'Wave64 of FFmpeg that was written into a pipe',
      'w64',
      (file) => {
        file.writeBigUInt64LE(0x7fffffffffffffffn, file.indexOf('data') + 16);
        return file;
      },
    ],
    ['AIFF with free bytes before the samples', 'aiff', (file) => aiff(file, { freeBytes: 504 })],
    [
      'BW64 with a chunk before the sound whose size is in ds64',
      'wav',
      (file) => wave(file, { form: 'BW64', before: [{ ...cue(0), size: 0xffffffff }] }),
    ],
    ['WAV whose ID3 chunk is empty', 'wav', (file) => wave(file, { after: [{ id: 'id3 ', body: Buffer.alloc(0) }] })],
    [
      'WAV whose ID3 chunk is not a tag',
      'wav',
      (file) => wave(file, { after: [{ id: 'id3 ', body: Buffer.alloc(999, 0x49) }] }),
    ],
    ['AIFF never finished', 'aiff', (file) => aiff(file, { soundSize: 0 })],
    ['AIFF never finished, with free bytes', 'aiff', (file) => aiff(file, { soundSize: 0, freeBytes: 504 })],
    [
      'AIFF of SoX that was written into a pipe',
      'aiff',
      (file) => aiff(file, { soundSize: 0x7f000008, frames: 1 << 29 }),
    ],
    ['AIFF of a program that is not of a Macintosh', 'aiff', (file) => aiff(file, { before: [STOC] })],
    [
      'AIFC whose common chunk has an odd length',
      'aiff',
      (file) => {
        const aifc = aiff(file, { compression: 'NONE' });
        aifc.writeUInt32BE(23, aifc.indexOf('COMM') + 4);
        return aifc;
      },
    ],
    ['AIFF with two sounds, of which the first counts', 'aiff', (file) => aiff(file, { after: [SECOND] })],
    ['AIFF with an odd chunk without a pad byte', 'aiff', (file) => aiff(file, { before: [cue(null)] })],
    [
      'WAV with a second format, which does not count',
      'wav',
      (file) => Buffer.concat([file.subarray(0, 36), secondFormat(file), file.subarray(36)]),
    ],
    ['AIFF with its common chunk behind the sound', 'aiff', (file) => move(file, 12, 38)],
    ['FLAC whose header lacks its length', 'flac', withoutLength],
    ['FLAC with an ID3v1 tag behind it', 'flac', (file) => Buffer.concat([file, Buffer.from('TAG'.padEnd(128, '\0'))])],
    [
      'MP3 with a picture of fifty megabytes before it',
      'mp3',
      (file) => Buffer.concat([id3WithPicture(50_000_000), file]),
    ],
    ...(['wav', 'flac', 'mp3'] as const).flatMap((extension) =>
      Object.entries({
        'an ID3v2 tag with a footer': id3WithFooter(),
        'two ID3v2 tags with pictures, and padding': Buffer.concat([pictures, pictures, Buffer.alloc(3000)]),
        'an APEv2 and an ID3v2 tag': Buffer.concat([apeTag(9000), id3WithPicture(500)]),
      }).map(([front, bytes]): Case => [
        `${extension.toUpperCase()} after ${front}`,
        extension,
        (file) => Buffer.concat([bytes, file]),
      ]),
    ),
    ['AIFF after an ID3v2 tag', 'aiff', (file) => Buffer.concat([id3WithPicture(500), file])],
    ['FLAC with a picture in an ID3v2 tag before it', 'flac', (file) => Buffer.concat([pictures, file])],
    ['MP3 after a few stray bytes', 'mp3', (file) => Buffer.concat([Buffer.alloc(700, 0xfb), withoutTag(file)])],
    ['MP3 without a Xing header', 'mp3', withoutXing],
    ['MP3 with a VBRI header', 'mp3', withVbri],
  ])('%s', async (name, extension, change) => {
    const path = join(folder, `odd.${extension}`);
    writeFileSync(path, change(readFileSync(join(folder, `plain.${extension}`))));
    const { durationS } = await runner.probe(path, { fileName: path });
    const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
    expect(facts).toMatchObject({ complete: true, warnings: [] });
    expect(Math.abs(facts.durationS - SECONDS)).toBeLessThan(0.05);
    expect(Math.abs((durationS ?? SECONDS) - SECONDS)).toBeLessThan(0.05);
    expect(Math.abs(facts.loudness.integratedLufs! + 18)).toBeLessThan(0.1);
  });

  it.each([
    ['before', { before: [cue(null), { id: 'id3 ', body: id3Tag({ TIT2: 'Glass', TSRC: 'GBABC2600123' }) }] }],
    ['behind', { after: [cue(null), { id: 'id3 ', body: id3Tag({ TIT2: 'Glass', TSRC: 'GBABC2600123' }) }] }],
    ['in chunks behind', { after: [cue(null), infoChunk({ INAM: 'Glass' }, null), bextChunk('ISRC GBABC2600123')] }],
  ])('are read with their tags %s the sound and an odd chunk without a pad byte', async (_where, chunks) => {
    const path = join(folder, 'tags.wav');
    writeFileSync(path, wave(readFileSync(join(folder, 'plain.wav')), chunks));
    const { tags } = await runner.probe(path, { fileName: path });
    expect(tags).toMatchObject({ title: 'Glass', isrc: 'GBABC2600123' });
  });

  it.each([null, 0, 0x5a])('WAV whose titles have an odd length and the pad byte %p', async (pad) => {
    const path = join(folder, 'titles.wav');
    const entry = (id: string, text: string) => ({ id, body: Buffer.from(text), pad });
    const entries = [entry('INAM', 'Odd'), entry('IART', 'Artis'), entry('ICMT', 'comment!!')];
    const list = { id: 'LIST', body: formFile('RIFF', 'INFO', entries).subarray(8) };
    writeFileSync(path, wave(readFileSync(join(folder, 'plain.wav')), { after: [list] }));
    const { tags } = await runner.probe(path, { fileName: path });
    expect(tags).toMatchObject({ title: 'Odd', artist: 'Artis', comment: 'comment!!' });
  });

  it('WAV whose comment is the description in its bext', async () => {
    const path = join(folder, 'bext.wav');
    writeFileSync(path, wave(readFileSync(join(folder, 'plain.wav')), { before: [bextChunk('x'.repeat(256))] }));
    const { tags } = await runner.probe(path, { fileName: path });
    expect(tags.comment).toBe('x'.repeat(256));
  });

  it('AIFF never finished, with chunks after the sound', async () => {
    const path = join(folder, 'chunks.aiff');
    const id3 = { id: 'ID3 ', body: id3Tag({ TIT2: 'Glass', TSRC: 'GBABC2600123' }) };
    writeFileSync(path, aiff(readFileSync(join(folder, 'plain.aiff')), { soundSize: 0, after: [id3] }));
    const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
    expect(facts).toMatchObject({ durationS: SECONDS, tags: { title: 'Glass', isrc: 'GBABC2600123' }, warnings: [] });
  });

  it.each<[string, Buffer, string[]]>([
    ['zeros', Buffer.alloc(300_000), []],
    ['text', Buffer.from('junk '.repeat(60_000)), ['300,000 bytes at its end are not part of it, and not read.']],
    ['an APE tag with a cover', apeTag(300_000), []],
    [
      'a damaged APE tag',
      apeTag(300_000).fill(0xff, 300_044),
      ['300,064 bytes at its end are not part of it, and not read.'],
    ],
  ])('MP3 with %s behind its frames has the samples of its sound', async (_, behind, messages) => {
    const path = join(folder, 'behind.mp3');
    const plain = readFileSync(join(folder, 'plain.mp3'));
    const factsOf = async (file: Buffer) => {
      writeFileSync(path, file);
      return (await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') })).facts;
    };
    const { durationS } = await factsOf(plain);
    const facts = await factsOf(Buffer.concat([plain, behind]));
    expect(facts).toMatchObject({ durationS, complete: true });
    expect(facts.warnings.map(({ code, message }) => [code, message])).toEqual(
      messages.map((message) => ['unknown_data', message]),
    );
  });

  it('MP3 of variable bit rate without a header that contains the length', async () => {
    const path = join(folder, 'changing.mp3');
    const parts = [320_000, 64_000].map((bitRate) => {
      makeAudioFile(path, { format: 'mp3', bitRate, durationS: SECONDS });
      return withoutXing(readFileSync(path));
    });
    writeFileSync(path, Buffer.concat(parts));
    const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
    expect(facts.durationS).toBeCloseTo(2 * SECONDS, 0);
    expect(facts.warnings.map(({ code }) => code)).not.toContain('length_differs');
  });

  it('reads the tags in front of every format', async () => {
    for (const extension of ['wav', 'aiff', 'flac', 'mp3']) {
      const path = join(folder, `tagged.${extension}`);
      const tag = id3Tag({ TIT2: 'Glass', TSRC: 'GBABC2600123' });
      writeFileSync(path, Buffer.concat([tag, Buffer.alloc(100), readFileSync(join(folder, `plain.${extension}`))]));
      const { tags } = await runner.probe(path, { fileName: path });
      expect(tags).toMatchObject({ title: 'Glass', isrc: 'GBABC2600123' });
    }
  });

  it('counts the length of an MP3 only where a header of the encoder says it', async () => {
    const path = join(folder, 'cut.mp3');
    const codes = async (change: (file: Buffer) => Buffer) => {
      const file = change(readFileSync(join(folder, 'plain.mp3')));
      writeFileSync(path, file.subarray(0, file.length / 2));
      const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
      return facts.warnings.map(({ code }) => code);
    };
    expect(await codes(withVbri)).toContain('truncated');
    expect(await codes((file) => wordInSound(withoutXing(file), 'Info'))).not.toContain('truncated');
  });

  it('finds no sound when the sound chunk is empty and only text follows', async () => {
    const path = join(folder, 'empty.wav');
    const text = { id: 'LIST', body: Buffer.from('INFOINAM\x06\0\0\0Glass\0', 'latin1') };
    writeFileSync(
      path,
      waveFile(Buffer.alloc(0), { sampleRateHz: 44100, channels: 2, bits: 16, float: false, after: [text] }),
    );
    const fault = { code: 'undecodable', message: 'It contains no sound.' };
    await expect(runner.probe(path, { fileName: path })).rejects.toMatchObject(fault);
    await expect(
      runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') }),
    ).rejects.toMatchObject(fault);
  });

  it('reports a true peak that is not lower than the last sample', async () => {
    const path = join(folder, 'last.wav');
    const samples = new Float64Array(44100).fill(0.01);
    samples[samples.length - 1] = 0.5;
    writeAudioFile(path, [samples], { format: 'wav', bits: 24, sampleRateHz: 44100 });
    const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
    expect(facts).toMatchObject({ samplePeakDbfs: -6.02, truePeakDbtp: -6.02 });
  });
});
