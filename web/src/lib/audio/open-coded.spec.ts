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

  it('refuses a file that has only a tag', async () => {
    await expect(openCoded(sourceOf(tag), signal)).rejects.toThrow('Not an MP3');
    await expect(openCoded(sourceOf(joined(tag, new Uint8Array(9000))), signal)).rejects.toThrow('Not an MP3');
  });
});
