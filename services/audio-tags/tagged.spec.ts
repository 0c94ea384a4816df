import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChunks } from '../audio-headers/chunks.js';
import type { AudioContainer } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { AudioRunner } from '../platform/audio/runner.js';
import { type AudioFileSettings, makeAudioFile } from '../testing/audio/audio.js';
import { aiffFile, id3Tag, wave64File, waveFile } from '../testing/audio/audio-containers.js';
import { areInstalled } from '../testing/programs.js';
import { heardBySndfile } from './readers.testing.js';
import { layOutTagged, soundRange } from './tagged.js';
import { chunksOf, copyOf, layOut, sourceOf, TAGS } from './tagged.testing.js';
import { type TaggedLayout, taggedSource } from './tags.js';

const stale = { title: 'Old', artist: 'Old', album: 'Old', track: '9', isrc: 'GBABC2600099' };
const chunkOf = (id: string, text: string) => ({ id, body: Buffer.from(text) });
const samples: Record<string, AudioFileSettings> = {
  'a WAV': { format: 'wav', bits: 24 },
  'a WAV of an odd length': { format: 'wav', bits: 8, channels: 1, durationS: 44101 / 44100, sampleRateHz: 44100 },
  'a WAV with chunks at both ends': {
    format: 'wav',
    bits: 24,
    wave: {
      before: [chunkOf('bext', 'x'.repeat(602)), chunkOf('JUNK', 'y'.repeat(100))],
      after: [chunkOf('cue ', 'z'.repeat(29)), chunkOf('iXML', '<BWFXML/>')],
    },
    tags: stale,
  },
  'an RF64': { format: 'rf64', bits: 24 },
  'a BW64 with an ADM': {
    format: 'rf64',
    bits: 16,
    wave: { form: 'BW64', before: [chunkOf('chna', 'chna')], after: [chunkOf('axml', '<audioFormatExtended/>')] },
  },
  'an AIFF': { format: 'aiff', bits: 24, tags: stale },
  'an AIFC': { format: 'aifc', bits: 16 },
  'a FLAC': { format: 'flac', bits: 24, tags: stale },
  'an MP3': { format: 'mp3', tags: stale },
};

const dir = mkdtempSync(join(tmpdir(), 'lacquer-tagged-'));
const runner = new AudioRunner();
afterAll(async () => {
  await runner.close();
  rmSync(dir, { recursive: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Pair {
  container: AudioContainer;
  original: Buffer;
  copy: Uint8Array;
  originalPath: string;
  copyPath: string;
}

async function pairOf(name: string, tags = TAGS): Promise<Pair> {
  const settings = samples[name]!;
  const path = (what: string) => join(dir, `${name.replaceAll(' ', '-')}-${what}.${settings.format}`);
  const [originalPath, copyPath] = [path('original'), path('copy')];
  makeAudioFile(originalPath, { durationS: 1, seed: 3, ...settings });
  const original = readFileSync(originalPath);
  const { container } = (await findAudio(sourceOf(original)))!;
  const copy = await copyOf(original, container, tags);
  writeFileSync(copyPath, copy);
  return { container, original, copy, originalPath, copyPath };
}

async function soundOf(bytes: Uint8Array, container: AudioContainer): Promise<string> {
  const { from, to } = (await soundRange(sourceOf(bytes), container))!;
  expect(to).toBeGreaterThan(from);
  return sha256(bytes.subarray(from, to));
}

describe.each(Object.keys(samples))('%s', (name) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await pairOf(name);
  });

  it('has the same samples, and the new tags', async () => {
    const { container, original, copy, copyPath } = pair;
    expect(await soundOf(copy, container)).toBe(await soundOf(original, container));
    const { tags, container: found } = await runner.probe(copyPath, { fileName: copyPath });
    expect(found).toBe(container);
    expect(tags).toMatchObject({
      title: TAGS.title,
      artist: TAGS.artist,
      album: TAGS.album,
      albumArtist: TAGS.albumArtist,
      trackNumber: 3,
      isrc: TAGS.isrc,
    });
  });

  it('is opened by libsndfile, which finds the same samples', () => {
    const { container, original, copy } = pair;
    expect(heardBySndfile(copy, container)).toBe(heardBySndfile(original, container));
  });

  it('can be read from any position', async () => {
    const { container, original, copy } = pair;
    const source = sourceOf(original);
    const layout = (await layOut(original, container)) as TaggedLayout;
    const tagged = taggedSource(layout, source);
    const soundEnd = layout.head.length + layout.to - layout.from;
    for (const edge of [0, layout.head.length, soundEnd, copy.length]) {
      for (const [from, length] of [
        [edge - 7, 3],
        [edge - 3, 9],
        [edge, 5],
      ] as const) {
        const start = Math.max(0, from);
        expect(Buffer.from(await tagged.read(start, length))).toEqual(
          Buffer.from(copy.subarray(start, start + length)),
        );
      }
    }
  });
});

describe('a tagged WAV', () => {
  it('has no data after the samples and keeps the chunks of other programs', async () => {
    const { copy } = await pairOf('a WAV with chunks at both ends');
    const chunks = await chunksOf(copy);
    expect(chunks.map(({ id }) => id)).toEqual(['fmt ', 'axml', 'bext', 'cue ', 'iXML', 'LIST', 'id3 ', 'data']);
    const last = chunks.at(-1)!;
    expect(last.offset + last.size).toBe(copy.length);
    expect(Buffer.from(copy).readUInt32LE(4)).toBe(copy.length - 8);
    expect(chunks.find(({ id }) => id === 'bext')!.size).toBe(602);
  });

  it('keeps the description of an ADM file', async () => {
    const { copy } = await pairOf('a BW64 with an ADM');
    expect(Buffer.from(copy).toString('latin1')).toMatch(/^BW64.*<audioFormatExtended\/>/s);
    expect(Buffer.from(copy).includes('ebuCoreMain')).toBe(false);
  });

  it('has an ISRC in axml and loudness in bext', async () => {
    const { copy } = await pairOf('a WAV');
    const chunks = await chunksOf(copy);
    const body = (id: string) => {
      const { offset, size } = chunks.find((chunk) => chunk.id === id)!;
      return Buffer.from(copy.subarray(offset, offset + size));
    };
    expect(body('axml').toString()).toContain('<dc:identifier>ISRC:GBABC2600011</dc:identifier>');
    expect(body('bext')).toHaveLength(602);
    expect([412, 414, 416, 418, 420].map((at) => body('bext').readInt16LE(at))).toEqual([
      -964, 520, -102, -610, 0x7fff,
    ]);
    expect(body('LIST').includes('ISRC')).toBe(false);
  });
});

describe('a file with tags in front', () => {
  const front = Buffer.concat([id3Tag({ TIT2: 'Old' }), id3Tag({ TSRC: 'GBABC2600099' }), Buffer.alloc(300)]);

  it.each(['a WAV', 'an RF64', 'an AIFF', 'a FLAC', 'an MP3'])(
    '%s has a copy of the same sound without them',
    async (name) => {
      const { container, original, copy } = await pairOf(name);
      const source = sourceOf(Buffer.concat([front, original]));
      const { from, to } = (await soundRange(source, container))!;
      expect(sha256(await source.read(from, to - from))).toBe(await soundOf(original, container));
      expect(sha256(await copyOf(Buffer.concat([front, original]), container))).toBe(sha256(copy));
    },
  );
});

const SOUND = Buffer.from(Array.from({ length: 4_000 }, (_, at) => 1 + (at % 250)));
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const big = (bytes: number) => ({ id: 'levl', body: Buffer.alloc(bytes, 1) });
const FACT = chunkOf('fact', 'xxxx');

describe('a copy of a file whose header is not finished', () => {
  it.each<[string, AudioContainer, Buffer]>([
    ['WAV of SoX', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0x7ffff000, before: [FACT] })],
    ['WAV of FFmpeg', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0xffffffff })],
    ['RF64 without sizes', 'rf64', waveFile(SOUND, { ...FORMAT, form: 'RF64', longSize: 0 })],
    ['AIFF of SoX', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0x7f000008, frames: 0x1fc00000 })],
    ['AIFF of FFmpeg', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0, frames: 0 })],
    ['AIFF with free bytes', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0, freeBytes: 100 })],
    ['WAV that ends before its sound', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 256, before: [FACT] })],
    [
      'RF64 that ends before its sound',
      'rf64',
      waveFile(SOUND, { ...FORMAT, form: 'RF64', longSize: 400, longFrames: 100, before: [FACT], after: [big(10)] }),
    ],
    [
      'RF64 that ends after its sound',
      'rf64',
      waveFile(SOUND, { ...FORMAT, form: 'RF64', longSize: SOUND.length + 18, before: [FACT], after: [big(10)] }),
    ],
    ['AIFF that ends before its sound', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 408, frames: 100 })],
    [
      'AIFF that ends before its sound, with a chunk',
      'aiff',
      aiffFile(SOUND, { ...FORMAT, soundSize: 408, frames: 100, after: [chunkOf('ANNO', 'more')] }),
    ],
  ])('has all samples and says how many: %s', async (_what, container, original) => {
    const copy = await copyOf(original, container);
    const facts = (await readChunks(sourceOf(copy), container))!;
    const { from, declaredBytes, presentBytes } = facts.sound!;
    expect([declaredBytes, presentBytes]).toEqual([SOUND.length, SOUND.length]);
    expect(copy.subarray(from, from + presentBytes).equals(SOUND)).toBe(true);
    expect(facts.commonFrames).toBe(container === 'aiff' ? 1000 : null);
    const fact = facts.chunks.find(({ id }) => id === 'fact');
    if (fact) expect(copy.readUInt32LE(fact.offset)).toBe(1000);
    if (container === 'rf64') expect(copy.readBigUInt64LE(36)).toBe(1000n);
  });

  it('has all samples of an RF64 whose size in 32 bits is wrong', async () => {
    const copy = await copyOf(waveFile(SOUND, { ...FORMAT, form: 'RF64', soundSize: 100 }), 'rf64');
    expect(copy.subarray(-SOUND.length).equals(SOUND)).toBe(true);
  });
});

describe('a copy', () => {
  it('has a chunk of more than a megabyte', async () => {
    for (const [container, original] of [
      ['wav', waveFile(SOUND, { ...FORMAT, before: [big(2 << 20)] })],
      ['aiff', aiffFile(SOUND, { ...FORMAT, after: [big(2 << 20)] })],
    ] as const) {
      const found = await chunksOf(await copyOf(original, container), container);
      expect(found.find(({ id }) => id === 'levl')).toMatchObject({ size: 2 << 20 });
    }
  });

  it.each<[string, AudioContainer, Buffer, string]>([
    [
      'chunks above 8 MB',
      'wav',
      waveFile(SOUND, { ...FORMAT, after: [big(2 << 20), big(7 << 20)] }),
      'holds more than',
    ],
    ['chunks above 8 MB', 'aiff', aiffFile(SOUND, { ...FORMAT, after: [big(9 << 20)] }), 'holds more than 8 MB'],
    [
      'a cut chunk',
      'wav',
      waveFile(SOUND, { ...FORMAT, after: [{ ...big(10), size: 11 }] }),
      'ends within its chunk levl.',
    ],
    [
      'two sound chunks',
      'wav',
      waveFile(SOUND, { ...FORMAT, after: [chunkOf('data', 'more')] }),
      'has the chunk data twice.',
    ],
    ['an end that is missing', 'wav', waveFile(SOUND, FORMAT).subarray(0, 3_000), 'ends before its header says.'],
    ['an end that is missing', 'aiff', aiffFile(SOUND, FORMAT).subarray(0, 3_000), 'ends before its header says.'],
    [
      'another count of frames',
      'aiff',
      aiffFile(SOUND, { ...FORMAT, frames: 1016 }),
      'as 1000 samples per channel and',
    ],
    [
      'a chunk above 8 MB whose size is in ds64',
      'rf64',
      waveFile(SOUND, { ...FORMAT, form: 'BW64', after: [{ ...big(9 << 20), size: 0xffffffff }] }),
      'holds more than 8 MB',
    ],
    ['no sound', 'wav', waveFile(Buffer.alloc(0), FORMAT), 'has no samples that can be read.'],
    ['no place for tags', 'w64', wave64File(SOUND, FORMAT), 'is Wave64'],
  ])('is not made of a file with %s (%s)', async (_what, container, original, reason) => {
    expect(await layOut(original, container)).toEqual(expect.stringContaining(reason));
  });

  it('is not made when the analysis heard another number of samples than the header says, or nothing', async () => {
    const source = sourceOf(waveFile(SOUND, FORMAT));
    expect(await layOutTagged(source, 'wav', { frames: 999, flacMd5: null }, TAGS)).toContain(
      'as 1000 samples per channel and as 999',
    );
    expect(await layOutTagged(source, 'wav', null, TAGS)).toBe('has not been analysed yet.');
  });

  it('is not made of a FLAC or MP3 of which the analysis heard less than the header says', async () => {
    for (const [name, least] of [
      ['a FLAC', 44_099],
      ['an MP3', 44_100 - 4 * 1152],
    ] as const) {
      const { original, container } = await pairOf(name);
      expect(await layOutTagged(sourceOf(original), container, { frames: 44_100, flacMd5: null }, TAGS)).toHaveProperty(
        'head',
      );
      expect(await layOutTagged(sourceOf(original), container, { frames: least, flacMd5: null }, TAGS)).toMatch(
        /^has \d+ samples per channel, but its header says \d+\. Please save and upload it again\.$/,
      );
    }
  });

  it('is not made of a FLAC that holds more than its header says', async () => {
    const { original } = await pairOf('a FLAC');
    expect(await layOutTagged(sourceOf(original), 'flac', { frames: 44_116, flacMd5: null }, TAGS)).toContain(
      'but its header says 44100.',
    );
  });

  it('has a chunk whose size is in ds64', async () => {
    const axml = { ...chunkOf('axml', '<audioFormatExtended/>'), size: 0xffffffff };
    const copy = await copyOf(
      waveFile(SOUND, { ...FORMAT, form: 'BW64', before: [chunkOf('chna', 'chna')], after: [axml] }),
      'rf64',
    );
    const { offset, size } = (await chunksOf(copy, 'rf64')).find(({ id }) => id === 'axml')!;
    expect(copy.subarray(offset, offset + size).toString()).toBe('<audioFormatExtended/>');
  });

  it('leaves out bytes after the end that are not chunks', async () => {
    for (const rest of [Buffer.alloc(4096), Buffer.alloc(5000, 65)]) {
      const copy = await copyOf(Buffer.concat([waveFile(SOUND, FORMAT), rest]), 'wav');
      expect((await chunksOf(copy)).map(({ id }) => id)).toEqual(['fmt ', 'bext', 'axml', 'LIST', 'id3 ', 'data']);
    }
  });
});

const hasReaders = areInstalled(['ffmpeg', 'ffprobe', 'metaflac', 'flac'], 'reading tagged copies');
(hasReaders ? describe : describe.skip)('Debian’s ffmpeg, ffprobe and metaflac', () => {
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });

  it.each(Object.keys(samples))('read %s', async (name) => {
    const { originalPath, copyPath, container } = await pairOf(name);
    const decoded = (path: string) =>
      sha256(run('ffmpeg', '-v', 'error', '-i', path, '-map', '0:a', '-f', 's32le', '-'));
    expect(decoded(copyPath)).toBe(decoded(originalPath));
    const { format, streams } = JSON.parse(
      run('ffprobe', '-v', 'error', '-of', 'json', '-show_format', '-show_streams', copyPath).toString(),
    ) as { format: { tags: Record<string, string> }; streams: { codec_type: string; width?: number }[] };
    const found = Object.fromEntries(Object.entries(format.tags).map(([key, value]) => [key.toLowerCase(), value]));
    expect(found).toMatchObject({ title: TAGS.title, artist: TAGS.artist, album: TAGS.album });
    if (container !== 'wav' && container !== 'rf64') expect(found.tsrc ?? found.isrc).toBe(TAGS.isrc);
    if (container === 'flac' || container === 'mp3') {
      expect(streams.find((stream) => stream.codec_type === 'video')).toMatchObject({ width: 64 });
    }
  });

  it.each(['wav', 'aiff'])('agree on the sound of a %s that FFmpeg wrote into a pipe', async (format) => {
    const { originalPath } = await pairOf('a WAV');
    const codec = format === 'wav' ? 'pcm_s24le' : 'pcm_s24be';
    const piped = run('ffmpeg', '-v', 'error', '-i', originalPath, '-c:a', codec, '-f', format, '-');
    const path = join(dir, `piped.${format}`);
    writeFileSync(path, await copyOf(piped, format as AudioContainer));
    const decoded = (file: string) => sha256(run('ffmpeg', '-v', 'error', '-i', file, '-f', 's32le', '-'));
    expect(decoded(path)).toBe(decoded(originalPath));
  });

  it('agree on the MD5 of a FLAC’s samples, its comments and its picture', async () => {
    const { originalPath, copyPath } = await pairOf('a FLAC');
    const ask = (path: string, ...words: string[]) => run('metaflac', ...words, path).toString();
    expect(ask(copyPath, '--show-md5sum')).toBe(ask(originalPath, '--show-md5sum'));
    expect(ask(copyPath, '--show-tag=ISRC', '--show-tag=TITLE')).toBe('ISRC=GBABC2600011\nTITLE=Nacht (Live)\n');
    const path = join(dir, 'cover.png');
    run('metaflac', `--export-picture-to=${path}`, copyPath);
    expect(readFileSync(path).equals(Buffer.from(TAGS.cover!.bytes))).toBe(true);
    run('flac', '--test', '--silent', copyPath);
  });
});

const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (program) => spawnSync(program, ['-c', 'import taglib'], { stdio: 'ignore' }).status === 0,
);
if (!PYTHON) process.stderr.write('SKIPPED, because python3-taglib is not installed: reading tagged copies\n');

(PYTHON ? describe : describe.skip)('TagLib', () => {
  const PROGRAM = 'import json, sys, taglib; print(json.dumps(taglib.File(sys.argv[1]).tags))';

  it.each(Object.keys(samples))('reads %s', async (name) => {
    const { copyPath, container } = await pairOf(name);
    // It knows formats by their extension, and not this one.
    const path = container === 'rf64' ? `${copyPath}.wav` : copyPath;
    copyFileSync(copyPath, path);
    const found = JSON.parse(execFileSync(PYTHON!, ['-c', PROGRAM, path]).toString()) as Record<string, string[]>;
    expect(found).toMatchObject({
      TITLE: [TAGS.title],
      ARTIST: [TAGS.artist],
      ALBUM: [TAGS.album],
      ALBUMARTIST: [TAGS.albumArtist],
      TRACKNUMBER: [expect.stringMatching(/^0?3(\/12)?$/)],
      ISRC: [TAGS.isrc],
      DATE: [TAGS.date],
      GENRE: [TAGS.genre],
      COMPOSER: [TAGS.composers],
    });
  });
});

const hasBwfReaders = areInstalled(['sndfile-info', 'mediainfo'], 'reading bext and axml of tagged copies');
(hasBwfReaders ? describe : describe.skip)('readers of Broadcast Wave', () => {
  const ask = (program: string, ...words: string[]) => execFileSync(program, words).toString();

  it.each(['a WAV', 'a WAV of an odd length', 'an RF64'])('read description, loudness and ISRC of %s', async (name) => {
    const { copyPath } = await pairOf(name);
    const broadcast = ask('sndfile-info', '--broadcast', copyPath);
    for (const line of [/Description +: Ada feat. Bö - Nacht \(Live\)/, /Originator +: Lacquer/, /BWF version +: 2/])
      expect(broadcast).toMatch(line);
    expect(ask('mediainfo', '--Output=General;%ISRC%', copyPath).trim()).toBe(TAGS.isrc);
  });
});
