import { describe, expect, it } from '@jest/globals';
import { findAudio, recogniseAudio } from './find-audio.js';
import { isFreeFormat } from './mpeg-frames.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const sourceOf = (file: Uint8Array) => ({
  read: (offset: number, length: number) => file.subarray(offset, offset + length),
});

/** MPEG 1 layer III frames of 128 kbit/s at 44.1 kHz. */
const frames = (count: number): Buffer => {
  const file = Buffer.alloc(417 * count);
  for (let at = 0; at < file.length; at += 417) file.set([0xff, 0xfb, 0x90, 0x00], at);
  return file;
};
const mpeg = Buffer.concat([frames(2), Buffer.alloc(66)]);
/** Frames without a bit rate, some with a byte of padding, as LAME writes them. */
const freeFormat = Buffer.concat(
  [1044, 1045, 1045, 1045].map((length) => {
    const frame = Buffer.alloc(length, 5);
    frame.set([0xff, 0xfb, length === 1045 ? 0x02 : 0x00, 0x64]);
    return frame;
  }),
);
const wav = bytes('RIFF\x24\0\0\0WAVEfmt ');
const flac = bytes('fLaC\0\0\0\x22');

/** Content of 5,000 bytes, longer than a read. */
const id3 = Buffer.concat([bytes('ID3\x04\0\0\0\0\x27\x08'), Buffer.alloc(5000, 1)]);
const id3WithFooter = bytes('ID3\x04\0\x10\0\0\0\x02\x01\x013DI\x04\0\x10\0\0\0\x02');
const ape = Buffer.concat([
  bytes('APETAGEX\xd0\x07\0\0\x28\0\0\0\x01\0\0\0\0\0\0\xa0\0\0\0\0\0\0\0\0'),
  Buffer.alloc(8, 65),
  bytes('APETAGEX\xd0\x07\0\0\x28\0\0\0\x01\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\0'),
]);

describe('recogniseAudio', () => {
  it.each([
    ['a.wav', wav, 'wav'],
    ['a.wav', bytes('RF64\xff\xff\xff\xffWAVEds64'), 'rf64'],
    ['a.wav', bytes('BW64\xff\xff\xff\xffWAVEds64'), 'rf64'],
    ['a.w64', Buffer.from('726966662e91cf11a5d628db04c10000', 'hex'), 'w64'],
    ['a.aif', bytes('FORM\0\0\0\x24AIFFCOMM'), 'aiff'],
    ['a.AIFF', bytes('FORM\0\0\0\x24AIFCFVER'), 'aifc'],
    ['a.flac', flac, 'flac'],
    ['a.flac', Buffer.concat([bytes('TAG'), Buffer.alloc(125, 32), flac]), 'flac'],
    ['a.flac', bytes('ID3\x03\0\0\0\0\0\x04\0\0\0\0fLaC'), 'flac'],
    ['a.mp3', bytes('ID3\x04\0\0\0\0\x02\x01'), 'mp3'],
    ['a.mp3', mpeg, 'mp3'],
    ['a.mp3', Buffer.concat([Buffer.alloc(100), mpeg]), 'mp3'],
    ['no extension', flac, 'flac'],
  ])('recognises %s by its first bytes', async (name, first, container) => {
    expect(await recogniseAudio(sourceOf(first), name)).toMatchObject({ container });
  });

  it.each([
    ['empty.wav', Buffer.alloc(0)],
    ['zeros.wav', Buffer.alloc(4096)],
    ['zeros.mp3', Buffer.alloc(4096)],
    ['text.wav', bytes('Dear engineer')],
    ['film.wav', bytes('RIFF\x24\0\0\0AVI LIST')],
    ['picture.mp3', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['noise.mp3', Buffer.concat([mpeg.subarray(0, 4), Buffer.alloc(600, 7)])],
    ['two-frames-by-chance.mp3', Buffer.concat([Buffer.alloc(600, 7), mpeg, Buffer.alloc(600, 7)])],
  ])('refuses %s', async (name, first) => {
    const reason = 'does not begin like a WAV, AIFF, FLAC or MP3 file';
    expect(await recogniseAudio(sourceOf(first), name)).toBe(reason);
  });

  it.each([
    ['flac.wav', flac, 'is FLAC, but its name says WAV'],
    ['tagged-flac.wav', Buffer.concat([id3, flac]), 'is FLAC, but its name says WAV'],
    ['reverse.wav', bytes('RIFX\0\0\0\x24WAVEfmt '), 'is a WAV with its bytes in reverse order (RIFX), which'],
    ['free.mp3', freeFormat, 'is an MP3 of free format, whose bit rate is not a usual one, which cannot be read'],
    ['tagged-free.mp3', Buffer.concat([id3, freeFormat]), 'is an MP3 of free format, whose bit rate is not'],
  ])('says why %s is refused', async (name, first, reason) => {
    expect(await recogniseAudio(sourceOf(first), name)).toEqual(expect.stringContaining(reason));
  });

  const aac = Buffer.alloc(600, 5);
  for (const at of [0, 300]) aac.set([0xff, 0xf1, 0x50, 0x80, 300 >> 3, ((300 & 7) << 5) | 0x1f, 0xfc], at);
  it.each([
    ['Ogg', bytes('OggS\0\x02')],
    ['WavPack', bytes('wvpk\0\0')],
    ['MP4 or MOV', Buffer.concat([bytes('\0\0\0\x20ftypisom\0\0\0\0'), Buffer.alloc(40), frames(4)])],
    ['AC-3', Buffer.from('0b77000014', 'hex')],
    ['AAC', aac],
    ['MPEG layer II (MP2)', Buffer.from('fffda400', 'hex')],
  ])('names %s, with an ID3 tag in front or without', async (format, sound) => {
    const reason = `is ${format}, which cannot be read; please send WAV, AIFF, FLAC or MP3`;
    for (const file of [sound, Buffer.concat([id3, sound])])
      for (const name of ['a.mp3', 'a.wav']) expect(await recogniseAudio(sourceOf(file), name)).toBe(reason);
  });

  it('takes neither sound nor zeros for an MP3 of free format', () => {
    for (const file of [mpeg, Buffer.alloc(8_000), Buffer.alloc(8_000, 0xff), freeFormat.subarray(0, 1_200), wav])
      expect(isFreeFormat(file)).toBe(false);
  });
});

describe('findAudio', () => {
  it.each([
    ['an ID3v2 tag', id3],
    ['an ID3v2 tag with a footer', id3WithFooter],
    ['two ID3v2 tags', Buffer.concat([id3WithFooter, id3])],
    ['an ID3v2 tag and padding', Buffer.concat([id3, Buffer.alloc(9000)])],
    ['an APEv2 tag', ape],
    ['tags of both kinds', Buffer.concat([ape, id3, ape])],
  ])('finds WAV, FLAC and MP3 after %s', async (_, front) => {
    const from = front.length;
    for (const [container, sound] of Object.entries({ wav, flac, mp3: mpeg })) {
      expect(await findAudio(sourceOf(Buffer.concat([front, sound])))).toMatchObject({ container, from });
    }
  });

  it('finds an MP3 after a few stray bytes, and the first ID3 tag in front', async () => {
    const stray = Buffer.alloc(1000, 0xfb);
    const file = Buffer.concat([ape, id3, stray, frames(3)]);
    expect(await findAudio(sourceOf(file))).toEqual({
      container: 'mp3',
      from: file.length - 3 * 417,
      id3From: ape.length,
    });
    expect(await findAudio(sourceOf(Buffer.concat([Buffer.alloc(5000, 0xfb), frames(3)])))).toBeNull();
  });

  it('gives up on a file that has only tags', async () => {
    let reads = 0;
    const endless = { read: () => (reads++, id3WithFooter) };
    expect(await findAudio(endless)).toMatchObject({ container: 'mp3' });
    expect(reads).toBeLessThan(200);
  });
});
