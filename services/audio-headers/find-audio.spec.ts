import { describe, expect, it } from '@jest/globals';
import { findAudio, sniffAudio } from './find-audio.js';

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

describe('sniffAudio', () => {
  it.each([
    ['a.wav', wav, 'wav', 'audio/wav'],
    ['a.wav', bytes('RF64\xff\xff\xff\xffWAVEds64'), 'rf64', 'audio/wav'],
    ['a.wav', bytes('BW64\xff\xff\xff\xffWAVEds64'), 'rf64', 'audio/wav'],
    ['a.w64', Buffer.from('726966662e91cf11a5d628db04c10000', 'hex'), 'w64', 'audio/wav'],
    ['a.aif', bytes('FORM\0\0\0\x24AIFFCOMM'), 'aiff', 'audio/aiff'],
    ['a.AIFF', bytes('FORM\0\0\0\x24AIFCFVER'), 'aifc', 'audio/aiff'],
    ['a.flac', flac, 'flac', 'audio/flac'],
    ['a.flac', Buffer.concat([bytes('TAG'), Buffer.alloc(125, 32), flac]), 'flac', 'audio/flac'],
    ['a.flac', bytes('ID3\x03\0\0\0\0\0\x04\0\0\0\0fLaC'), 'flac', 'audio/flac'],
    ['a.mp3', bytes('ID3\x04\0\0\0\0\x02\x01'), 'mp3', 'audio/mpeg'],
    ['a.mp3', mpeg, 'mp3', 'audio/mpeg'],
    ['a.mp3', Buffer.concat([Buffer.alloc(100), mpeg]), 'mp3', 'audio/mpeg'],
    ['no extension', flac, 'flac', 'audio/flac'],
  ])('recognises %s by its first bytes', async (name, first, container, contentType) => {
    expect(await sniffAudio(sourceOf(first), name)).toEqual({ container, contentType });
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
    ['flac.wav', flac],
    ['tagged-flac.wav', Buffer.concat([id3, flac])],
  ])('refuses %s', async (name, first) => {
    expect(await sniffAudio(sourceOf(first), name)).toBeNull();
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
