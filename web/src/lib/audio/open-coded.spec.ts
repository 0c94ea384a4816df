import { describe, expect, it } from '@jest/globals';
import type { Source } from './coded-audio';
import { FAKE_TAG_BYTES, fakeMp3 } from './mp3.testing';
import { openCoded } from './open-coded';

const signal = new AbortController().signal;
const sourceOf = (file: Uint8Array): Source => ({
  read: (from, to) => {
    // As a server answers 416.
    if (from >= file.length) throw new Error('no such range');
    return Promise.resolve(new Uint8Array(file.subarray(from, to)).buffer);
  },
  sizeBytes: () => file.length,
});
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

describe('openCoded', () => {
  const tagged = fakeMp3(300, 48000);
  const [tag, mp3] = [tagged.subarray(0, FAKE_TAG_BYTES), tagged.subarray(FAKE_TAG_BYTES)];
  const span = { from: 40, to: 90 };
  const piecesOf = async (file: Uint8Array) => {
    const audio = await openCoded(sourceOf(file), signal);
    return [audio.layout.samples, Buffer.from(await audio.read(span, signal)).toString('base64')];
  };

  it.each([
    ['a tag', tag],
    [
      'two tags, the second one longer than a read',
      joined(tag, new Uint8Array([73, 68, 51, 4, 0, 0, 0, 0, 80, 0]), new Uint8Array(10240).fill(1)),
    ],
    ['a few stray bytes', new Uint8Array(900).fill(251)],
  ])('plays an MP3 after %s like the one without', async (_, front) => {
    expect(await piecesOf(joined(front, mp3))).toEqual(await piecesOf(mp3));
  });

  it('plays a WAV after a tag', async () => {
    const wav = new Uint8Array(44 + 4 * 48_000).fill(7);
    wav.set(
      Buffer.from(
        '524946460000000057415645666d742010000000010002008 0bb000000ee020004001000 64617461'.replaceAll(' ', ''),
        'hex',
      ),
    );
    new DataView(wav.buffer).setUint32(40, 4 * 48_000, true);
    expect(await piecesOf(joined(tag, wav))).toEqual(await piecesOf(wav));
    expect((await piecesOf(wav))[0]).toBe(48_000);
  });

  it.each([4, 8])('plays silence for floats of %i bytes that are not numbers', async (bytes) => {
    const samples = [0.5, NaN, Infinity, -1e38, -0.25, 2.5];
    const wav = Buffer.alloc(44 + bytes * samples.length);
    wav.write('RIFF    WAVEfmt ', 'latin1');
    wav.set([16, 0, 0, 0, 3, 0, 1, 0, 0x80, 0xbb, 0, 0, 0, 0, 0, 0, bytes, 0, 8 * bytes, 0], 16);
    wav.write('data', 36, 'latin1');
    wav.writeUInt32LE(wav.length - 8, 4);
    wav.writeUInt32LE(bytes * samples.length, 40);
    samples.forEach((sample, at) =>
      bytes === 4 ? wav.writeFloatLE(sample, 44 + 4 * at) : wav.writeDoubleLE(sample, 44 + 8 * at),
    );
    const audio = await openCoded(sourceOf(wav), signal);
    const played = await audio.read({ from: 0, to: 1 }, signal);
    expect([...new Float32Array(played.slice(-4 * samples.length))]).toEqual([0.5, 0, 0, 0, -0.25, 2.5]);
  });

  it('refuses a file that has only a tag', async () => {
    await expect(openCoded(sourceOf(tag), signal)).rejects.toThrow('Not an MP3');
    await expect(openCoded(sourceOf(joined(tag, new Uint8Array(9000))), signal)).rejects.toThrow('Not an MP3');
  });
});
