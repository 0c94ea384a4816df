import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contradictionOf } from '../../services/features/staged-files/header-mismatch.policy.js';
import { AudioRunner } from '../../services/platform/audio/runner.js';
import { type AudioFileSettings, makeAudioFile } from '../../services/testing/audio/audio.js';
import { aiffFile, id3Tag, waveFile } from '../../services/testing/audio/audio-containers.js';
import { mutate, withVbri } from '../../services/testing/audio/audio-mutants.js';
import { readHeader } from '../src/lib/headers/read-header.js';

const tags = { title: 'Ember', artist: 'Lin', album: 'Night Drive', track: '3/12', isrc: 'GBAYE2500001' };
const told = { title: 'Ember', artist: 'Lin', album: 'Night Drive', trackNumber: 3, isrc: 'GBAYE2500001' };
const untold = { title: null, artist: null, album: null, trackNumber: null, isrc: null };

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lacquer-headers-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function made(settings: AudioFileSettings): Buffer<ArrayBuffer> {
  const path = join(dir, `file.${settings.format}`);
  makeAudioFile(path, { durationS: 2, sampleRateHz: 48000, ...settings });
  return readFileSync(path);
}
/** A busy machine takes longer than people would wait. */
const WITHIN_MS = 300_000;
const read = (bytes: Uint8Array<ArrayBuffer>, name: string) => readHeader(new Blob([bytes]), name, WITHIN_MS);

/** Counts the bytes read; reads zeros after the end of its data. */
class ReadRecorder extends Blob {
  readBytes = 0;

  constructor(
    private readonly head: Uint8Array<ArrayBuffer>,
    private readonly length = head.length,
    private readonly repeat = false,
  ) {
    super();
  }

  override get size() {
    return this.length;
  }

  override slice(start = 0, end = this.length): Blob {
    const to = Math.min(end, this.length);
    this.readBytes += to - start;
    const bytes = new Uint8Array(Math.max(0, to - start));
    if (this.repeat) for (let at = 0; at < bytes.length; at++) bytes[at] = this.head[(start + at) % this.head.length]!;
    else bytes.set(this.head.subarray(start, to));
    return new Blob([bytes]);
  }
}

describe('a header', () => {
  it.each<[string, AudioFileSettings, object]>([
    ['WAV', { format: 'wav', bits: 24, tags }, { container: 'wav', bitsStored: 24, float: false, tags: told }],
    ['float WAV', { format: 'wav', float: true }, { container: 'wav', bitsStored: 32, float: true, tags: untold }],
    [
      '24 bits in 32',
      { format: 'wav', bits: 24, container: 32, wave: { extensible: { validBits: 24, mask: 3 } } },
      { bitsStored: 24 },
    ],
    ['RF64', { format: 'rf64', bits: 24 }, { container: 'rf64', bitsStored: 24 }],
    ['BW64', { format: 'wav', bits: 24, wave: { form: 'BW64' } }, { container: 'rf64', bitsStored: 24 }],
    ['Wave64', { format: 'w64', bits: 16 }, { container: 'w64', bitsStored: 16 }],
    ['AIFF', { format: 'aiff', bits: 24, tags }, { container: 'aiff', bitsStored: 24, float: false, tags: told }],
    ['AIFC', { format: 'aifc', bits: 16 }, { container: 'aifc', bitsStored: 16, float: false }],
    ['float AIFC', { format: 'aifc', float: true }, { container: 'aifc', bitsStored: 32, float: true }],
    ['FLAC', { format: 'flac', bits: 24, tags }, { container: 'flac', bitsStored: 24, tags: told }],
    ['MP3', { format: 'mp3', tags }, { container: 'mp3', bitsStored: null, tags: told }],
  ])('of %s is read', async (_, settings, expected) => {
    const { refusal, header } = await read(made(settings), `song.${settings.format}`);
    expect(refusal).toBeNull();
    expect(header).toMatchObject({ sampleRateHz: 48000, channels: 2, ...expected });
    expect(header!.durationS).toBeCloseTo(2, 1);
  });

  it("agrees with the server's reading of the same file", async () => {
    const runner = new AudioRunner();
    try {
      for (const kind of ['wav', 'rf64', 'w64', 'aiff', 'aifc', 'flac', 'mp3'] as const) {
        const { header } = await read(made({ format: kind, ...(kind === 'w64' ? {} : { tags }) }), `file.${kind}`);
        const probe = await runner.probe(join(dir, `file.${kind}`), { fileName: `file.${kind}` });
        expect(contradictionOf(header!, probe)).toBeNull();
        expect(probe.tags).toMatchObject(header!.tags);
        const front = Buffer.concat([id3Tag({ TIT2: 'Before', TALB: 'Front' }), Buffer.alloc(200)]);
        const tagged = Buffer.concat([front, readFileSync(join(dir, `file.${kind}`))]);
        writeFileSync(join(dir, `tagged.${kind}`), tagged);
        const behind = (await read(tagged, `tagged.${kind}`)).header!;
        expect(behind).toMatchObject({ ...header, tags: expect.anything() });
        const { tags: seen } = await runner.probe(join(dir, `tagged.${kind}`), { fileName: `tagged.${kind}` });
        expect(seen).toMatchObject(behind.tags);
        expect(behind.tags.album).toBe(kind === 'mp3' || kind === 'w64' ? 'Front' : 'Night Drive');
      }
    } finally {
      await runner.close();
    }
  });

  it("agrees with the server's reading of files that other programs did not finish", async () => {
    const runner = new AudioRunner();
    const sound = Buffer.alloc(48_000 * 4, 1);
    const form = { sampleRateHz: 48_000, channels: 2, bits: 16, float: false };
    const before = [{ id: 'iXML', body: Buffer.from('<ISRC>GBAYE2500001</ISRC>'), pad: null }];
    const peaks = { id: 'levl', body: Buffer.alloc(92) };
    const files: [string, Buffer][] = [
      ['wav', waveFile(sound, { ...form, soundSize: 0x7ffff000, before })],
      ['wav', waveFile(sound, { ...form, soundSize: 0xffffffff, before })],
      ['wav', waveFile(sound, { ...form, form: 'RF64', soundSize: 0xffff, after: before })],
      ['wav', waveFile(sound, { ...form, form: 'RF64', longSize: 0, before })],
      ['wav', waveFile(sound, { ...form, soundSize: 40_000, before })],
      ['wav', waveFile(sound, { ...form, form: 'RF64', longSize: sound.length + 100, before, after: [peaks] })],
      ['aiff', aiffFile(sound, { ...form, soundSize: 40_008, frames: 10_000 })],
      ['aiff', aiffFile(Buffer.alloc(48_000 * 6, 1), { ...form, bits: 24, compression: '42n1' })],
      ['aiff', aiffFile(sound, { ...form, soundSize: 0, freeBytes: 504 })],
      ['aiff', aiffFile(sound, { ...form, soundSize: 0x7f000008, frames: 0x1fc00000 })],
    ];
    try {
      for (const [kind, bytes] of files) {
        const path = join(dir, `odd.${kind}`);
        writeFileSync(path, bytes);
        const { header } = await read(new Uint8Array(bytes), path);
        const probe = await runner.probe(path, { fileName: path });
        expect([header!.durationS, probe.durationS]).toEqual([1, 1]);
        expect(header!.tags.isrc).toBe(kind === 'wav' ? 'GBAYE2500001' : null);
        expect(probe.tags).toMatchObject(header!.tags);
      }
    } finally {
      await runner.close();
    }
  });

  it('reads two pages of a long file with tags after the audio', async () => {
    const wave = made({ format: 'wav', bits: 24, durationS: 30, tags });
    const file = new ReadRecorder(wave);
    expect((await readHeader(file, 'song.wav', WITHIN_MS)).header).toMatchObject({ tags: told });
    expect(file.readBytes).toBeLessThanOrEqual(3 * 65536);
  });

  it('returns no length for an MP3 without a frame count and for a truncated WAV', async () => {
    const mp3 = made({ format: 'mp3' });
    expect((await read(withVbri(mp3), 'song.mp3')).header!.durationS).toBeCloseTo(2, 1);
    const counted = mp3.indexOf('Info') >= 0 ? mp3.indexOf('Info') : mp3.indexOf('Xing');
    mp3.write('----', counted, 'latin1');
    expect((await read(mp3, 'song.mp3')).header).toMatchObject({ sampleRateHz: 48000, durationS: null });
    const wave = made({ format: 'wav' });
    const cut = wave.subarray(0, wave.length >> 1);
    expect((await read(cut, 'song.wav')).header).toMatchObject({ sampleRateHz: 48000, durationS: null });
  });
});

describe('a file that is not audio', () => {
  const wave = () => made({ format: 'wav' });
  it.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
    ['words', () => new TextEncoder().encode('only words '.repeat(99)), 'notes.wav'],
    ['zeros named .mp3', () => new Uint8Array(300_000), 'song.mp3'],
    ['WAV named .flac', wave, 'song.flac'],
    ['nothing', () => new Uint8Array(), 'song.wav'],
  ])('is detected: %s', async (_, bytes, name) => {
    expect(await read(bytes(), name)).toEqual({
      refusal: expect.stringMatching(/^(does not begin like|is WAV, but)/),
      header: null,
    });
  });
});

const chunk = (id: string, body: Uint8Array, size = body.length): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body]);
};
const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return Buffer.concat([chunk('RIFF', body)]);
};
const format = () => {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(1, 0);
  body.writeUInt16LE(2, 2);
  body.writeUInt32LE(48000, 4);
  body.writeUInt16LE(24, 14);
  return chunk('fmt ', body);
};
const id3 = (bytes: number) => {
  const size = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f);
  return new Uint8Array([...Buffer.from('ID3'), 4, 0, 0, ...size]);
};

describe('a malicious header', () => {
  it.each<[string, () => ReadRecorder, string]>([
    ['claims an ID3 tag of 200 MB', () => new ReadRecorder(id3(200_000_000), 250_000_000), 'song.mp3'],
    ['claims an ID3 tag of 2 MB that is nothing', () => new ReadRecorder(id3(2_000_000), 250_000_000), 'song.mp3'],
    [
      'claims such a tag in a chunk',
      () => new ReadRecorder(riff(format(), chunk('id3 ', id3(200_000_000)))),
      'song.wav',
    ],
    [
      'is MPEG frames that lead nowhere',
      () => new ReadRecorder(new Uint8Array([0xff, 0xfb, 0x90, 0x64]), 500_000_000),
      'a.mp3',
    ],
    [
      'is sync words to the end',
      () => new ReadRecorder(new Uint8Array([0xff, 0xfb, 0x90, 0x64]), 50_000_000, true),
      'a.mp3',
    ],
    [
      'has millions of tiny chunks',
      () => new ReadRecorder(chunk('junk', new Uint8Array()) as Buffer<ArrayBuffer>, 80_000_000, true),
      'a.wav',
    ],
    [
      'begins as WAV and has millions of empty chunks',
      () => new ReadRecorder(riff(format(), Buffer.from('junk\0\0\0\0'.repeat(400_000), 'latin1'))),
      'a.wav',
    ],
    [
      'promises a chunk longer than the world',
      () => new ReadRecorder(riff(format(), chunk('LIST', new Uint8Array(4), 0xfffffff0))),
      'a.wav',
    ],
    [
      'is FLAC with comments without end',
      () =>
        new ReadRecorder(
          new Uint8Array([...Buffer.from('fLaC'), 4, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]),
          300_000_000,
        ),
      'a.flac',
    ],
    [
      'is FLAC of empty blocks',
      () => new ReadRecorder(new Uint8Array([0x66, 0x4c, 0x61, 0x43, 1, 0, 0, 0]), 300_000_000),
      'a.flac',
    ],
  ])('that %s is given up after a few bytes', async (_, make, name) => {
    const file = make();
    await readHeader(file, name);
    expect(file.readBytes).toBeLessThanOrEqual(5 << 20);
  });

  it('does not lose the format after an odd chunk without its pad byte', async () => {
    const odd = riff(format(), chunk('note', new Uint8Array(7)), chunk('data', new Uint8Array(600)));
    expect((await read(odd, 'song.wav')).header).toMatchObject({ sampleRateHz: 48000, bitsStored: 24 });
  });

  it.each(['wav', 'rf64', 'w64', 'aiff', 'flac', 'mp3'] as const)('survives 300 kinds of damage: %s', async (kind) => {
    const good = made({ format: kind, durationS: 0.5, ...(kind === 'w64' || kind === 'rf64' ? {} : { tags }) });
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let round = 0; round < 300; round++) {
      const { header } = await read(mutate(good, random) as Buffer<ArrayBuffer>, `song.${kind}`);
      if (!header) continue;
      expect(header.channels).toBeGreaterThanOrEqual(1);
      expect(header.sampleRateHz).toBeGreaterThanOrEqual(1);
      expect([...(header.tags.title ?? '')].length).toBeLessThanOrEqual(300);
      expect(Number.isFinite(header.durationS ?? 0)).toBe(true);
    }
  });
});
