import { describe, expect, it } from '@jest/globals';
import {
  aiffFile,
  bextChunk,
  type FileChunk,
  formFile,
  infoChunk,
  wave64File,
  waveFile,
  type WaveSettings,
} from '../testing/audio/audio-containers.js';
import { apeOf, id3Of, id3v1Of } from '../testing/audio/tags.js';
import { otherFrames, readChunks, storedSamples, wrongFrames } from './chunks.js';
import type { AudioContainer } from './containers.js';

const FRAMES = 20_000;
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 24, float: false };
const FRAME_BYTES = 6;
const SAID = 12_000;

/** A tone with noise that fades in and out, in 24 bits. */
function tone(frames: number, bigEndian = false): Buffer {
  const bytes = Buffer.alloc(frames * FRAME_BYTES);
  let noise = 1;
  for (let frame = 0; frame < frames; frame++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7fffffff;
    const gain = Math.min(1, frame / 2_205, (frames - frame) / 2_205);
    for (const channel of [0, 1]) {
      const value = Math.round(gain * (3e6 * Math.sin(frame / (20 + channel)) + (noise % 200_001) - 1e5));
      const at = frame * FRAME_BYTES + channel * 3;
      if (bigEndian) bytes.writeIntBE(value, at, 3);
      else bytes.writeIntLE(value, at, 3);
    }
  }
  return bytes;
}

const LITTLE = tone(FRAMES);
const BIG = tone(FRAMES, true);

/** A file as its header was when that number of frames was written, followed by the rest of the sound. */
type Unfinished = [name: string, container: AudioContainer, sound: Buffer, make: (frames: number) => Buffer];
const unfinished = (
  [
    ['WAV', 'wav', LITTLE, (frames) => waveFile(LITTLE.subarray(0, frames * FRAME_BYTES), FORMAT)],
    [
      'RF64',
      'rf64',
      LITTLE,
      (frames) => waveFile(LITTLE.subarray(0, frames * FRAME_BYTES), { ...FORMAT, form: 'RF64' }),
    ],
    ['Wave64', 'w64', LITTLE, (frames) => wave64Unpadded(LITTLE.subarray(0, frames * FRAME_BYTES))],
    ['AIFF', 'aiff', BIG, (frames) => aiffFile(BIG.subarray(0, frames * FRAME_BYTES), FORMAT)],
  ] satisfies Unfinished[]
).map(([name, container, sound, make]): Unfinished => [
  name,
  container,
  sound,
  (frames) => Buffer.concat([make(frames), sound.subarray(frames * FRAME_BYTES)]),
]);

function wave64Unpadded(samples: Buffer): Buffer {
  const file = wave64File(samples, FORMAT);
  return file.subarray(0, file.indexOf('data') + 24 + samples.length);
}

async function read(file: Buffer, container: AudioContainer) {
  const source = {
    size: file.length,
    read: (offset: number, length: number) => file.subarray(offset, offset + length),
  };
  const facts = (await readChunks(source, container, { maxChunks: 100, maxTextBytes: 100 }))!;
  const { from, presentBytes } = facts.sound!;
  const samples = file.subarray(from, from + presentBytes);
  return { ...facts, samples, wrong: wrongFrames(facts), other: otherFrames(facts) };
}

const wave = (settings: Partial<WaveSettings>, rest: Buffer = Buffer.alloc(0), sound = LITTLE) =>
  read(Buffer.concat([waveFile(sound, { ...FORMAT, ...settings }), rest]), 'wav');

const random = (length: number) => {
  let state = 7;
  return Buffer.from(Array.from({ length }, () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24));
};

describe('sound after the end that the header says', () => {
  describe.each(unfinished)('in %s', (_name, container, sound, make) => {
    it.each([1, SAID, FRAMES - 1])('is sound (%d frames are said)', async (said) => {
      const { samples, wrong, other, strayBytes, ...facts } = await read(make(said), container);
      expect(samples.equals(sound)).toBe(true);
      expect({ wrong, other, strayBytes }).toEqual({ wrong: said, other: null, strayBytes: 0 });
      expect(storedSamples(facts, FRAMES)).toMatchObject({ sizeBytes: sound.length });
    });

    it('is not there if the header says all, or nothing', async () => {
      for (const said of [0, FRAMES]) {
        const { samples, wrong, other, strayBytes } = await read(make(said), container);
        expect(samples.equals(sound)).toBe(true);
        expect({ wrong, other, strayBytes }).toEqual({ wrong: null, other: null, strayBytes: 0 });
      }
    });
  });

  const said = { soundSize: SAID * FRAME_BYTES };

  it('ends where the chunks at the end of the file begin', async () => {
    const after = [infoChunk({ INAM: 'data fmt LIST' }), bextChunk('Glass')];
    for (const soundSize of [said.soundSize, 0, 0xffffffff]) {
      const { samples, chunks, texts } = await wave({ soundSize, after });
      expect(samples.equals(LITTLE)).toBe(true);
      expect(chunks.map(({ id }) => id)).toEqual(['fmt ', 'data', 'LIST', 'bext']);
      expect(texts.has('INAM')).toBe(true);
    }
  });

  it('ends where the frames do that AIFF and ds64 count, if a chunk follows there', async () => {
    const after: FileChunk[] = [{ id: 'NAME', body: Buffer.from('Glass ') }];
    const aiff = await read(aiffFile(BIG, { ...FORMAT, soundSize: 8 + SAID * FRAME_BYTES, after }), 'aiff');
    expect([aiff.samples.equals(BIG), aiff.wrong, aiff.other]).toEqual([true, SAID, null]);
    const longSize = SAID * FRAME_BYTES;
    const file = waveFile(LITTLE, { ...FORMAT, form: 'RF64', longSize, after: [bextChunk('')] });
    const rf64 = await read(file, 'rf64');
    expect([rf64.samples.equals(LITTLE), rf64.wrong, rf64.other]).toEqual([true, SAID, null]);
  });

  it('does not need whole frames at the end of a file that was cut off', async () => {
    const { samples, wrong } = await read(waveFile(LITTLE, { ...FORMAT, ...said }).subarray(0, -5), 'wav');
    expect([samples.length, wrong]).toEqual([LITTLE.length - 5, SAID]);
  });

  it('is found behind digital silence', async () => {
    const sound = Buffer.from(LITTLE).fill(0, SAID * FRAME_BYTES, (SAID + 4_000) * FRAME_BYTES);
    expect((await wave(said, undefined, sound)).samples.equals(sound)).toBe(true);
  });

  it.each([8, 16, 24, 32])('is found in integers of %d bits', async (bits) => {
    const sound = Buffer.alloc((FRAMES * 2 * bits) / 8);
    for (let at = 0; at < FRAMES * 2; at++) {
      const value = Math.round(0.3 * Math.sin(at / 40) * 2 ** (bits - 1));
      if (bits === 8) sound.writeUInt8(value + 128, at);
      else sound.writeIntLE(value, (at * bits) / 8, bits / 8);
    }
    const found = await wave({ bits, soundSize: (SAID * bits) / 4 }, undefined, sound);
    expect([found.samples.equals(sound), found.wrong]).toEqual([true, SAID]);
  });

  it.each([32, 64])('is found in floats of %d bits', async (bits) => {
    const values = Array.from({ length: FRAMES * 2 }, (_, at) => 0.3 * Math.sin(at / 40));
    const sound = Buffer.from((bits === 32 ? Float32Array : Float64Array).from(values).buffer);
    const found = await wave({ bits, float: true, soundSize: (SAID * bits) / 4 }, undefined, sound);
    expect([found.samples.equals(sound), found.wrong]).toEqual([true, SAID]);
  });
});

describe('other bytes after the end', () => {
  const text = Buffer.from('Text and more of it. '.repeat(1_000));
  const file = (rest: Buffer, after: FileChunk[] = []) => wave({ after }, rest);

  it.each([
    ['text', text.subarray(0, 5_001), 5_001],
    ['random bytes', random(6_000), 6_000],
    ['a few bytes', random(7), 7],
    ['bytes of no whole frame', Buffer.alloc(10, 1), 10],
    ['zeros', Buffer.alloc(4_096), 0],
    ['many zeros', Buffer.alloc(500_000), 0],
    ['the bytes of an empty disk', Buffer.alloc(4_096, 0xff), 0],
  ])('are not sound: %s', async (_what, rest, stray) => {
    const found = await file(rest);
    expect(found.samples.equals(LITTLE)).toBe(true);
    expect([found.wrong, found.other, found.strayBytes]).toEqual([null, null, stray]);
  });

  it.each(
    [8, 16].flatMap((bits) =>
      (
        [
          ['ID3v1', id3v1Of('Tide', 'Ada', '', 1)],
          ['APE and ID3v1', Buffer.concat([apeOf({ Title: 'Tide' }), id3v1Of('Tide', 'Ada', '', 1)])],
          ['ID3v2', id3Of([{ id: 'APIC', body: Buffer.alloc(3_000, 1) }], { version: 3 })],
          ['zeros and text', Buffer.concat([Buffer.alloc(3_000), Buffer.from('End of file\n')])],
          ['text in UTF-16', Buffer.from('Text and more of it. '.repeat(4), 'utf16le')],
        ] as const
      ).map(([what, rest]) => [what, bits, rest] as const),
    ),
  )('are not sound of one channel: %s, %i bits', async (_what, bits, rest) => {
    const sound = Buffer.alloc(40_000);
    for (let at = 0; at < sound.length; at += bits / 8) {
      const value = (1 - at / sound.length) * Math.sin(at / 40);
      if (bits === 8) sound[at] = 128 + Math.round(100 * value);
      else sound.writeInt16LE(Math.round(20_000 * value), at);
    }
    const found = await wave({ channels: 1, bits }, rest, sound);
    expect([found.samples.length, found.wrong]).toEqual([sound.length, null]);
  });

  it.each([
    ['text', text],
    ['random bytes', random(60_000)],
    [
      'a table',
      Buffer.from(Uint16Array.from({ length: 30_000 }, (_, at) => (at % 3 ? (at * 7_919) % 9_973 : 0)).buffer),
    ],
    ['floats', Buffer.from(Float32Array.from({ length: 9_000 }, (_, at) => Math.sin(at)).buffer)],
  ])('are a doubt if they are many: %s', async (_what, rest) => {
    const found = await file(rest);
    expect([found.wrong, found.other]).toEqual([null, FRAMES + Math.floor(rest.length / FRAME_BYTES)]);
  });

  it('are counted behind the last chunk, too', async () => {
    const title = infoChunk({ INAM: 'Glass' });
    const strays = async (rest: Buffer) => {
      const { strayBytes, chunks } = await file(rest, [title]);
      expect(chunks.map(({ id }) => id)).toEqual(['fmt ', 'data', 'LIST']);
      return strayBytes;
    };
    expect(await strays(Buffer.alloc(4_096))).toBe(0);
    expect(await strays(text.subarray(0, 5_000))).toBe(5_000);
    expect(await strays(Buffer.concat([Buffer.alloc(8), text.subarray(0, 5_000)]))).toBe(5_008);
    expect(await strays(Buffer.alloc(4_096, ' '))).toBe(4_096);
    expect(await strays(Buffer.from('TAG'.padEnd(128, '\0')))).toBe(0);
  });

  it('are not part of it if they are another file', async () => {
    const other = waveFile(LITTLE, FORMAT);
    const found = await file(other, [infoChunk({ INAM: 'Glass' })]);
    expect(found.samples.equals(LITTLE)).toBe(true);
    expect([found.wrong, found.other, found.strayBytes, found.chunks.length]).toEqual([null, null, other.length, 3]);
  });

  it('are chunks if they have a name and end within the file, or within the form', async () => {
    const chunk = (id: string, size = 100) => ({ id, body: Buffer.alloc(100, 1), size });
    const behind = (id: string, size?: number) => file(formFile('RIFF', 'WAVE', [chunk(id, size)]).subarray(12));
    const cut = wave({ after: [chunk('Xyz1', 5_000)], formSize: 36 + LITTLE.length + 5_008 });
    for (const found of [await behind('Xyz1'), await behind('    '), await cut]) {
      expect(found.samples.equals(LITTLE)).toBe(true);
      expect([found.wrong, found.other, found.strayBytes, found.chunks.length]).toEqual([null, null, 0, 3]);
    }
    for (const [id, size] of [
      ['Xyz1', 5_000],
      ['LIST', 0xfffffffe],
    ] as const) {
      const found = await behind(id, size);
      expect(found.samples.equals(LITTLE)).toBe(true);
      expect([found.wrong, found.other, found.strayBytes, found.chunks.length]).toEqual([null, null, 108, 2]);
    }
  });

  it('do not make the sound of compressed samples longer', async () => {
    const compressed = waveFile(LITTLE, FORMAT);
    compressed.writeUInt16LE(0x55, 20);
    const found = await read(Buffer.concat([compressed, LITTLE]), 'wav');
    expect([found.sound!.presentBytes, found.wrong]).toEqual([LITTLE.length, null]);
  });
});

it('a chunk after the sound does not belong to it if only the size in ds64 includes it', async () => {
  const levl = { id: 'levl', body: Buffer.alloc(92, 1) };
  const longSize = LITTLE.length + 100;
  const found = await read(waveFile(LITTLE, { ...FORMAT, form: 'RF64', longSize, after: [levl] }), 'rf64');
  expect(found.samples.equals(LITTLE)).toBe(true);
  expect(found.chunks.at(-1)).toMatchObject({ id: 'levl', size: 92 });
  expect([found.wrong, found.other, found.sound!.declaredBytes]).toEqual([FRAMES + 16, null, null]);
});
