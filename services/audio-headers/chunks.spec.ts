import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  aiffFile,
  bextChunk,
  type FileChunk,
  infoChunk,
  wave64File,
  waveFile,
} from '../testing/audio/audio-containers.js';
import { otherFrames, readChunks, storedSamples } from './chunks.js';
import type { AudioContainer } from './containers.js';
import { decodeText } from './texts.js';

const LIMITS = { maxChunks: 100, maxTextBytes: 1000 };
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const SOUND = Buffer.from(Array.from({ length: 400 }, (_, at) => 1 + (at % 250)));
/** Samples that jump as those of sound do not. */
const NO_SOUND = Buffer.alloc(400, Buffer.from('7f7f818181817f7f', 'hex'));
const IXML = { id: 'iXML', body: Buffer.from('<ISRC>GBABC2600123</ISRC> ') };

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read(offset: number, length: number) {
    if (!Number.isSafeInteger(offset)) throw new RangeError(`There is no position ${offset}`);
    return bytes.subarray(offset, offset + length);
  },
});
const read = async (file: Buffer, container: AudioContainer) => {
  const facts = (await readChunks(sourceOf(file), container, LIMITS))!;
  const { from = 0, presentBytes = 0, declaredBytes } = facts.sound ?? {};
  return { ...facts, samples: file.subarray(from, from + presentBytes), declaredBytes };
};

it('the chunks of a file are read up to the limit, and the caller learns that there are more', async () => {
  const sound = waveFile(Buffer.alloc(400), FORMAT);
  const readFirst = (after: Buffer) => readChunks(sourceOf(Buffer.concat([sound, after])), 'wav', LIMITS);
  expect(await readFirst(Buffer.alloc(8_000))).toMatchObject({ isCutShort: false, hasLongEnd: true, strayBytes: 0 });
  expect(await readFirst(Buffer.alloc(8_000, 'PAD \0\0\0\0'))).toMatchObject({
    isCutShort: true,
    hasLongEnd: false,
    format: { channels: 2, sampleRateHz: 44_100, validBits: 16, storedBits: 16, encoding: 'integer' },
    sound: { from: sound.length - 400, declaredBytes: 400, presentBytes: 400 },
  });
});

describe('the samples of an RF64', () => {
  const rf64 = (soundSize: number, longSize = SOUND.length) =>
    read(waveFile(SOUND, { ...FORMAT, form: 'RF64', soundSize, longSize, after: [IXML] }), 'rf64');

  it.each([0xffffffff, 0x0000ffff, 0x00ffffff, 100, 0])(
    'are as long as ds64 says, whatever the size in 32 bits is (%d)',
    async (soundSize) => {
      const { samples, declaredBytes, texts } = await rf64(soundSize);
      expect([samples.equals(SOUND), declaredBytes]).toEqual([true, SOUND.length]);
      expect(texts.has('iXML')).toBe(true);
    },
  );

  it('are as long as the size in 32 bits says if ds64 says more than there is, and only chunks follow', async () => {
    for (const more of [1_000_000, 2 ** 60]) expect((await rf64(SOUND.length, more)).samples.equals(SOUND)).toBe(true);
    expect(await rf64(100, 1_000_000)).toMatchObject({ declaredBytes: 1_000_000 });
    expect(await rf64(0xffffffff, 1_000_000)).toMatchObject({ declaredBytes: 1_000_000 });
  });
});

describe('samples whose length the header does not say', () => {
  it.each<[string, AudioContainer, Buffer]>([
    ['SoX into a pipe', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0x7ffff000 })],
    ['SoX into a pipe, 24 bit', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0x7fffeffa })],
    ['LAME into a pipe', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0x7fffffff })],
    ['FFmpeg into a pipe', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0xffffffff })],
    ['nothing', 'wav', waveFile(SOUND, { ...FORMAT, soundSize: 0 })],
    ['nothing in ds64', 'rf64', waveFile(SOUND, { ...FORMAT, form: 'RF64', longSize: 0 })],
    ['nothing', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0 })],
    ['nothing, without a count of frames', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0, frames: 0 })],
    ['only the head', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 8 })],
    ['SoX into a pipe', 'aiff', aiffFile(SOUND, { ...FORMAT, soundSize: 0x7f000008, frames: 0x1fc00000 })],
  ])('are all to the end of the file: %s, %s', async (_what, container, file) => {
    const { samples, declaredBytes, commonFrames, chunks } = await read(file, container);
    expect([samples.equals(SOUND), declaredBytes, commonFrames]).toEqual([true, null, null]);
    expect(chunks.at(-1)).toMatchObject({ isOpen: true });
  });

  it('in Wave64 too', async () => {
    const file = wave64File(SOUND, FORMAT);
    file.writeBigUInt64LE(0x7fffffffffffffffn, file.indexOf('data') + 16);
    expect(await read(file, 'w64')).toMatchObject({ declaredBytes: null, samples: SOUND });
  });

  it('do not exist if only chunks follow an empty sound chunk', async () => {
    const [empty, after] = [Buffer.alloc(0), [infoChunk({ INAM: 'Glass' })]];
    const wave = await read(waveFile(empty, { ...FORMAT, after }), 'wav');
    expect(wave).toMatchObject({ samples: empty, declaredBytes: 0 });
    const aiff = await read(
      aiffFile(empty, { ...FORMAT, after: [{ id: 'NAME', body: Buffer.from('Glass') }] }),
      'aiff',
    );
    expect(aiff).toMatchObject({ samples: empty, declaredBytes: 0 });
  });

  it('are not those of a file that is cut off', async () => {
    const file = waveFile(SOUND, { ...FORMAT, soundSize: 1_000_000 });
    expect(await read(file, 'wav')).toMatchObject({ declaredBytes: 1_000_000, samples: SOUND });
  });
});

describe('samples whose header can be read in two ways', () => {
  const FRAMES = SOUND.length / 4;
  const doubt = async (file: Buffer, container: AudioContainer) => {
    const facts = await read(file, container);
    const refusal = storedSamples(facts, Math.floor(facts.sound!.presentBytes / 4));
    expect(typeof refusal === 'string' && /can be read in two ways/.test(refusal)).toBe(otherFrames(facts) !== null);
    return otherFrames(facts);
  };
  const wave = (settings: Partial<Parameters<typeof waveFile>[1]>, rest = Buffer.alloc(0)) =>
    doubt(
      Buffer.concat([waveFile(NO_SOUND, { ...FORMAT, ...settings }), rest]),
      ['RF64', 'BW64'].includes(settings.form ?? '') ? 'rf64' : 'wav',
    );
  const ds64 = (bytes: number) => {
    const body = Buffer.alloc(28);
    body.writeBigUInt64LE(BigInt(bytes), 8);
    return { id: 'ds64', body };
  };

  it('are those of a WAV whose data size ends within them, unless the rest is certainly sound', async () => {
    for (const soundSize of [4, 100, 101, 200, 396]) expect(await wave({ soundSize })).toBe(FRAMES);
    expect(await wave({ soundSize: 200, after: [IXML] })).toBeGreaterThan(FRAMES);
    expect(await wave({ soundSize: 200, before: [ds64(SOUND.length)] })).toBe(FRAMES);
    expect(await wave({ soundSize: SOUND.length, before: [ds64(200)], after: [IXML] })).toBe(50);
  });

  it('are those of a WAV that goes on after its form with more than a few bytes', async () => {
    expect(await wave({}, Buffer.alloc(8_192, 'text'))).toBe(FRAMES + 2_048);
  });

  it('are those of an RF64 whose ds64 has the only right size, or not that of its frames', async () => {
    for (const form of ['RF64', 'BW64'] as const) {
      for (const longSize of [4, 200]) {
        expect(await wave({ form, longSize })).toBeNull();
        expect(await wave({ form, longSize, longFrames: longSize / 4 })).toBe(FRAMES);
        const size = { soundSize: SOUND.length, after: [IXML] };
        expect(await wave({ form, longSize, longFrames: 0, ...size })).toBe(FRAMES);
      }
    }
  });

  it('are those of an AIFF whose sound chunk is too short or whose common chunk counts otherwise', async () => {
    const aiff = (settings: Partial<Parameters<typeof aiffFile>[1]>) =>
      doubt(aiffFile(NO_SOUND, { ...FORMAT, ...settings }), 'aiff');
    expect(await aiff({ soundSize: 8 + 200, frames: 50 })).toBe(FRAMES);
    expect(await aiff({ soundSize: 8 + 200 })).toBeNull();
    expect(await aiff({ frames: FRAMES + 16 })).toBe(FRAMES + 16);
    expect(await aiff({ frames: FRAMES - 16 })).toBe(FRAMES - 16);
    expect(await aiff({})).toBeNull();
  });

  it('are those of a Wave64 whose data size ends within them', async () => {
    const file = wave64File(NO_SOUND, FORMAT);
    expect(await doubt(file, 'w64')).toBeNull();
    file.writeBigUInt64LE(24n + 200n, file.indexOf('data') + 16);
    expect(await doubt(file, 'w64')).toBe(FRAMES);
    file.write('Xyz1'.padEnd(16) + '~'.repeat(8), file.length - 200, 'latin1');
    expect(await doubt(file, 'w64')).toBe(FRAMES);
  });

  it('are not those that end with a chunk, the file or its form', async () => {
    const cut = { id: 'levl', body: Buffer.alloc(10, 1), size: 11 };
    for (const form of ['RIFF', 'RF64'] as const) {
      for (const after of [[], [IXML], [{ id: 'Xyz1', body: Buffer.alloc(9), pad: null }], [cut]]) {
        expect(await wave({ form, after })).toBeNull();
        expect(await wave({ form, after }, Buffer.alloc(20_000))).toBeNull();
      }
      expect(await wave({ form }, Buffer.alloc(5_000, 65))).toBeNull();
      expect(await wave({ form, after: [IXML], formSize: 4 })).toBeNull();
    }
    expect(await wave({ form: 'RF64', soundSize: 200, after: [IXML] })).toBeNull();
    expect(await wave({ before: [ds64(SOUND.length)], after: [IXML] })).toBeNull();
  });
});

it('chunks whose size is in ds64 are found', async () => {
  const axml = { id: 'axml', body: Buffer.from('<ISRC>GBABC2600123</ISRC>'), size: 0xffffffff };
  for (const chunks of [{ before: [axml], after: [IXML] }, { after: [axml, IXML] }]) {
    const { samples, texts } = await read(waveFile(SOUND, { ...FORMAT, form: 'BW64', ...chunks }), 'rf64');
    expect(samples.equals(SOUND)).toBe(true);
    expect(decodeText(texts.get('axml')!)).toBe('<ISRC>GBABC2600123</ISRC>');
    expect(texts.has('iXML')).toBe(true);
  }
});

it('an AIFF whose sound chunk was not finished ends where its frames do if chunks follow', async () => {
  for (const settings of [{ soundSize: 0 }, { soundSize: 8, freeBytes: 100 }, { soundSize: 0x7f000008 }]) {
    const after = [{ id: 'NAME', body: Buffer.from('Glass') }];
    const { samples, texts, declaredBytes } = await read(aiffFile(SOUND, { ...FORMAT, ...settings, after }), 'aiff');
    expect([samples.equals(SOUND), declaredBytes]).toEqual([true, null]);
    expect(texts.has('NAME')).toBe(true);
  }
});

it('the samples of an AIFF begin behind the free bytes of its sound chunk', async () => {
  const { samples, declaredBytes } = await read(aiffFile(SOUND, { ...FORMAT, freeBytes: 500 }), 'aiff');
  expect([samples.equals(SOUND), declaredBytes]).toEqual([true, SOUND.length]);
  const open = await read(aiffFile(SOUND, { ...FORMAT, freeBytes: 500, soundSize: 0 }), 'aiff');
  expect([open.samples.equals(SOUND), open.declaredBytes]).toEqual([true, null]);
});

it('nothing behind a name of zeros is a chunk', async () => {
  const file = Buffer.concat([waveFile(SOUND, { ...FORMAT, after: [IXML] }), Buffer.alloc(64)]);
  expect((await read(file, 'wav')).chunks.map(({ id }) => id)).toEqual(['fmt ', 'data', 'iXML']);
});

describe('chunks of odd length', () => {
  const odd = fc.record({
    id: fc.constantFrom('bext', 'iXML', 'axml', 'cue ', 'Xyz1', 'note'),
    body: fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    pad: fc.constantFrom(null, 0, 0x41, 0xff),
  });
  const unique = fc.uniqueArray(odd, { selector: ({ id }) => id, maxLength: 6 });
  const texts = (chunks: FileChunk[]) =>
    chunks.filter(({ id }) => ['bext', 'iXML', 'axml'].includes(id)).map(({ id, body }) => [id, body.toString('hex')]);

  it('are found whatever their pad byte is, and without one, in any order around the samples', async () => {
    await fc.assert(
      fc.asyncProperty(unique, unique, fc.boolean(), async (before, rest, isLong) => {
        const after = rest.filter(({ id }) => !before.some((each) => each.id === id));
        const sound = SOUND.subarray(0, 399);
        const form = isLong ? 'BW64' : 'RIFF';
        const file = waveFile(sound, { ...FORMAT, bits: 8, channels: 1, form, before, after });
        const found = await read(file, isLong ? 'rf64' : 'wav');
        expect(found.samples.equals(sound)).toBe(true);
        const known = new Map(Array.from(found.texts, ([id, body]) => [id, Buffer.from(body).toString('hex')]));
        expect(new Map(texts([...before, ...after]) as [string, string][])).toEqual(known);
        expect(found.chunks.filter(({ id }) => id !== 'ds64').map(({ id }) => id)).toEqual([
          'fmt ',
          ...before.map(({ id }) => id),
          'data',
          ...after.map(({ id }) => id),
        ]);
      }),
    );
  });

  it.each([null, 0, 0x41])('are found in AIFF with the pad byte %p', async (pad) => {
    const text = (id: string) => ({ id, body: Buffer.from('Glass'), pad });
    const settings = { ...FORMAT, bits: 8, before: [text('NAME'), text('Abcd')], after: [text('AUTH'), text('ANNO')] };
    const { samples, texts: found } = await read(aiffFile(SOUND, settings), 'aiff');
    expect(samples.equals(SOUND)).toBe(true);
    expect([...found.keys()]).toEqual(['NAME', 'AUTH', 'ANNO']);
  });

  it.each([null, 0, 0x41])('are found in LIST INFO with the pad byte %p', async (pad) => {
    const entries = { INAM: 'Name', IART: 'Anna', IPRD: 'Album', ITRK: '3', ICMT: 'ISRC GBABC2600123' };
    const { texts: found } = await read(waveFile(SOUND, { ...FORMAT, after: [infoChunk(entries, pad)] }), 'wav');
    expect(Object.fromEntries(Array.from(found, ([id, body]) => [id, decodeText(body)]))).toEqual(entries);
  });

  it('are found after samples of an odd length that have no pad byte', async () => {
    const sound = SOUND.subarray(0, 399);
    const file = waveFile(sound, { ...FORMAT, bits: 8, channels: 1, after: [IXML, bextChunk('ISRC GBABC2600123')] });
    const bare = Buffer.concat([file.subarray(0, 44 + 399), file.subarray(44 + 400)]);
    expect([...(await read(bare, 'wav')).texts.keys()]).toEqual(['iXML', 'bext']);
  });
});

it.each([0, 4, 36])('a file whose header was never finished and says %i bytes is only cut off', async (form) => {
  const file = waveFile(SOUND, { ...FORMAT });
  file.writeUInt32LE(form, 4);
  file.writeUInt32LE(100_000, 40);
  const { chunks, samples, strayBytes, formEnd } = await read(file, 'wav');
  expect(chunks.map(({ id }) => id)).toEqual(['fmt ', 'data']);
  expect(samples.equals(SOUND)).toBe(true);
  expect([strayBytes, formEnd]).toEqual([0, Infinity]);
});
