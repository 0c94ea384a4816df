import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { id3Length } from '../../audio-headers/find-audio.js';
import { aiffFile, formFile, id3Tag, waveFile } from '../../testing/audio/audio-containers.js';
import { useRunner } from './runner.testing.js';

const { folder, make, probe, analyse } = useRunner();

const SECONDS = 2;
const FORMAT = { sampleRateHz: 44_100, channels: 2, bits: 16, float: false };

function save(name: string, file: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, file);
  return path;
}

const plain = (format: 'mp3' | 'flac' | 'wav' | 'aiff', settings = {}) =>
  readFileSync(make(`plain.${format}`, { format, durationS: SECONDS, ...settings }));

/** A WAV with compressed sound of this format tag. */
function coded(tag: number, sound: Buffer): Buffer {
  const file = waveFile(sound, { ...FORMAT, bits: 0 });
  file.writeUInt16LE(tag, 20);
  file.writeUInt32LE(24_000, 28);
  file.writeUInt16LE(tag === 2 ? 1024 : 1, 32);
  if (tag === 2 || tag === 6 || tag === 7) file.writeUInt16LE(tag === 2 ? 4 : 8, 34);
  return file;
}

describe('a WAV with another encoding inside', () => {
  const mp3 = plain('mp3');
  const MP3 = 0x55;
  const flac = plain('flac');
  const FLAC = 0xf1ac;

  it.each([
    ['MP3', coded(MP3, mp3.subarray(id3Length(mp3))), 'mp3', null, 'It is a WAV with MP3 inside, which is lossy.'],
    ['FLAC', coded(FLAC, flac), 'flac', 16, 'It is a WAV with FLAC inside, which few programs open.'],
  ])('is read, and says so: %s', async (_name, file, codec, bitsStored, message) => {
    const path = save('coded.wav', file);
    expect(await probe(path)).toMatchObject({ container: 'wav', codec, durationS: null });
    const { facts } = await analyse(path);
    expect(facts).toMatchObject({ container: 'wav', codec, bitsStored, channels: 2, complete: true });
    expect(Math.abs(facts.durationS - SECONDS)).toBeLessThan(0.1);
    expect(Math.abs(facts.loudness.integratedLufs! + 18)).toBeLessThan(0.2);
    expect(facts.warnings).toContainEqual({ code: 'coded_inside', message });
    expect(facts.warnings.map(({ code }) => code)).not.toContain('length_differs');
  });

  it('is not judged by what its header says about the length', async () => {
    const sound = mp3.subarray(id3Length(mp3));
    const format = coded(MP3, sound).subarray(20, 36);
    const fact = { id: 'fact', body: Buffer.from('ffffff7f', 'hex') };
    const file = formFile('RIFF', 'WAVE', [{ id: 'fmt ', body: format }, fact, { id: 'data', body: sound }]);
    expect((await analyse(save('fact.wav', file))).facts.durationS).toBeLessThan(SECONDS + 0.1);
  });
});

describe('an encoding that cannot be read', () => {
  const sound = Buffer.alloc(40_000, 3);
  const REST = 'only uncompressed sound (PCM), FLAC and MP3 can be read.';

  it.each([
    ['µ-law', 'as µ-law', 'wav', coded(7, sound)],
    ['A-law', 'as A-law', 'wav', coded(6, sound)],
    ['ADPCM', 'as ADPCM Microsoft', 'wav', coded(2, sound)],
    ['AC-3', 'as Dolby Digital (AC-3)', 'wav', coded(0x2000, sound)],
    ['AAC', 'as AAC', 'wav', coded(0xff, sound)],
    ['a WAV format of nobody', 'in a way that is not known here (0x1234)', 'wav', coded(0x1234, sound)],
    ['µ-law', 'as µ-law', 'aiff', aiffFile(sound, { ...FORMAT, compression: 'ulaw' })],
    ['IMA', 'as ADPCM IMA QuickTime', 'aiff', aiffFile(sound, { ...FORMAT, compression: 'ima4' })],
    [
      'an AIFC type of nobody',
      'in a way that is not known here (XYZ!)',
      'aiff',
      aiffFile(sound, { ...FORMAT, compression: 'XYZ!' }),
    ],
  ])('is named as people know it: %s', async (_name, encoding, extension, file) => {
    await expect(probe(save(`coded.${extension}`, file))).rejects.toMatchObject({
      code: 'unsupported',
      message: `Its sound is encoded ${encoding}; ${REST}`,
    });
  });

  const noSound = waveFile(sound, FORMAT).subarray(0, 36);
  const badGuid = waveFile(sound, { ...FORMAT, extensible: { validBits: 16, mask: 3 } }).fill(0, 46, 60);
  const wide = waveFile(sound, { ...FORMAT, bits: 24 });
  wide.writeUInt16LE(8, 32);
  const noRate = waveFile(sound, { ...FORMAT, sampleRateHz: 0 });

  it.each([
    ['no sound chunk', noSound, 'It contains no sound.'],
    ['a sample rate of 0', noRate, 'Its header is damaged.'],
    [
      'an unknown GUID',
      badGuid,
      `Its sound is encoded in a way that is not known here (GUID 01000000000000000000000000000000); ${REST}`,
    ],
    [
      'integers or floats',
      wide,
      'Its header does not say whether its samples, 24 bits in 32, are integers or floats. Please save it again with 24 or 32 bits.',
    ],
    [
      'integers that are too long',
      waveFile(sound, { ...FORMAT, bits: 64 }),
      'Its samples are 64-bit integers, which cannot be read. Please save it again with 24 or 32 bits.',
    ],
    [
      'integers of an odd length',
      waveFile(sound, { ...FORMAT, bits: 40 }),
      'Its samples are 40-bit integers, which cannot be read. Please save it again with 24 or 32 bits.',
    ],
    [
      'short floats',
      waveFile(sound, { ...FORMAT, float: true }),
      'Its samples are 16-bit floats, which cannot be read. Please save it again with 24 or 32 bits.',
    ],
  ])('is not confused with another fault: %s', async (_name, file, message) => {
    await expect(probe(save('fault.wav', file))).rejects.toMatchObject({ message });
  });

  it('is not called damage', async () => {
    const big = plain('wav');
    big.write('RIFX');
    await expect(probe(save('rifx.wav', big))).rejects.toMatchObject({
      code: 'not_audio',
      message:
        'It is a WAV with its bytes in reverse order (RIFX), which cannot be read; please save it as an ordinary WAV.',
    });
    const tagged = Buffer.concat([id3Tag({ TIT2: 'Glass' }), Buffer.alloc(9_000, 'AAC or something')]);
    await expect(probe(save('tagged.mp3', tagged))).rejects.toMatchObject({
      code: 'undecodable',
      message: 'It contains no MP3 sound: there are not two frames in a row.',
    });
  });
});

/** Integers in little-endian order in containers of more bytes, at the top of them. */
function widened(samples: Buffer, bits: number, container: number): Buffer {
  const wide = Buffer.alloc((samples.length * container) / bits);
  for (let at = 0; at < samples.length; at++) {
    const sample = Math.floor(at / (bits / 8));
    wide[((sample + 1) * container) / 8 - bits / 8 + (at % (bits / 8))] = samples[at]!;
  }
  return wide;
}

describe('an extensible WAV whose valid bits are not the stored ones', () => {
  it.each([
    ['pcm_s24le', 24, 16, plain('wav')],
    ['pcm_s32le', 32, 16, plain('wav')],
    ['pcm_s32le', 32, 24, plain('wav', { bits: 24 })],
  ])('is read at its stored bits: %s, %d bits, %d valid', async (codec, bits, valid, wave) => {
    const samples = widened(wave.subarray(44), valid, bits);
    const extensible = { validBits: valid, mask: 3 };
    const path = save('valid.wav', waveFile(samples, { ...FORMAT, bits, extensible }));
    const { facts } = await analyse(path);
    const { facts: same } = await analyse(make('plain.wav', { format: 'wav', bits: valid, durationS: SECONDS }));
    expect(facts).toMatchObject({ codec, bitsStored: valid, durationS: SECONDS, complete: true, warnings: [] });
    expect(facts.copy!.none).toBeNull();
    expect(facts.loudness).toEqual(same.loudness);
    expect((await probe(path)).durationS).toBe(SECONDS);
  });

  it.each([
    ['8 of 16 integers', { bits: 16, validBits: 8, float: false }, { codec: 'pcm_s16le', bitsStored: 8 }],
    ['12 of 24 integers', { bits: 24, validBits: 12, float: false }, { codec: 'pcm_s24le', bitsStored: 12 }],
    ['more than are stored', { bits: 16, validBits: 24, float: false }, { codec: 'pcm_s16le', bitsStored: 16 }],
    ['24 of 32 floats', { bits: 32, validBits: 24, float: true }, { codec: 'pcm_f32le', bitsStored: 32 }],
    ['32 of 64 floats', { bits: 64, validBits: 32, float: true }, { codec: 'pcm_f64le', bitsStored: 64 }],
    ['53 of 64 floats', { bits: 64, validBits: 53, float: true }, { codec: 'pcm_f64le', bitsStored: 64 }],
  ])('is read at its stored bits: %s', async (_name, { bits, validBits, float }, expected) => {
    const extensible = { validBits, mask: 3 };
    const path = make('valid.wav', { format: 'wav', bits, float, durationS: SECONDS, wave: { extensible } });
    const { facts } = await analyse(path);
    expect(facts).toMatchObject({ ...expected, durationS: SECONDS, complete: true });
    expect(facts.warnings.map(({ code }) => code)).not.toContain('length_differs');
    expect(Math.abs(facts.loudness.integratedLufs! + 18)).toBeLessThan(0.1);
  });
});

describe('an AIFC with little-endian samples', () => {
  it.each([
    ['sowt', 8],
    ['sowt', 16],
    ['sowt', 24],
    ['sowt', 32],
    ['42ni', 24],
    ['42n1', 24],
    ['23ni', 32],
  ])('is read as PCM: %s, %d bits', async (compression, bits) => {
    const samples = plain('wav', { bits }).subarray(44);
    // Samples of 8 bits have no sign in WAV.
    if (bits === 8) for (let at = 0; at < samples.length; at++) samples[at]! ^= 0x80;
    const path = save('little.aiff', aiffFile(samples, { ...FORMAT, bits, compression }));
    const { facts } = await analyse(path);
    const { facts: same } = await analyse(make('plain.wav', { format: 'wav', bits, durationS: SECONDS }));
    expect(facts).toMatchObject({
      container: 'aifc',
      bitsStored: bits,
      durationS: SECONDS,
      complete: true,
      warnings: [],
    });
    expect(facts.loudness).toEqual(same.loudness);
    expect((await probe(path)).durationS).toBe(SECONDS);
  });
});

it('an AIFC of 8 bits without a sign is read, and gets a copy', async () => {
  const samples = plain('wav', { bits: 8 }).subarray(44);
  const path = save('raw.aiff', aiffFile(samples, { ...FORMAT, bits: 8, compression: 'raw ' }));
  const { facts } = await analyse(path);
  const { facts: same } = await analyse(make('plain.wav', { format: 'wav', bits: 8, durationS: SECONDS }));
  expect(facts).toMatchObject({ codec: 'pcm_u8', bitsStored: 8, durationS: SECONDS, complete: true, warnings: [] });
  expect(facts.loudness).toEqual(same.loudness);
  expect(facts.copy!.none).toBeNull();
});

describe('an AIFC whose common chunk has another sample size than its type', () => {
  it.each([
    ['fl32', 32, 0],
    ['FL32', 32, 16],
    ['fl64', 64, 32],
    ['FL64', 64, 16],
    ['in24', 24, 16],
    ['in24', 24, 0],
    ['42ni', 24, 16],
    ['in32', 32, 16],
    ['in32', 32, 24],
    ['23ni', 32, 16],
  ])('is read as its type says: %s, %d bits, %d in the chunk', async (compression, bits, wrongBits) => {
    const float = /^fl/i.test(compression);
    const stored = plain('wav', { bits, float }).subarray(44);
    const isLittleEndian = compression.endsWith('ni');
    const samples = isLittleEndian ? stored : reversed(stored, bits / 8);
    const file = aiffFile(samples, { ...FORMAT, bits, float, compression });
    file.writeUInt16BE(wrongBits, file.indexOf('COMM') + 14);
    const path = save('size.aiff', file);
    const { facts } = await analyse(path);
    const { facts: same } = await analyse(make('plain.wav', { format: 'wav', bits, float, durationS: SECONDS }));
    expect(facts).toMatchObject({ float, bitsStored: bits, durationS: SECONDS, complete: true, warnings: [] });
    expect(facts.loudness).toEqual(same.loudness);
    expect(facts.copy!.none).toBe(isLittleEndian ? 'would get a copy that FFmpeg does not read correctly.' : null);
    expect((await probe(path)).durationS).toBe(SECONDS);
  });
});

/** Samples in the other byte order. */
function reversed(samples: Buffer, bytes: number): Buffer {
  return Buffer.concat(
    Array.from({ length: samples.length / bytes }, (_, at) =>
      Buffer.from(samples.subarray(at * bytes, (at + 1) * bytes)).reverse(),
    ),
  );
}
