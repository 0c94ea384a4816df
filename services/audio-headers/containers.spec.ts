import { describe, expect, it } from '@jest/globals';
import { audioKindOf, contentTypeOf, mpegFrameLength, namingFault, sniffAudio } from './containers.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Two MPEG 1 layer III frames of 128 kbit/s at 44.1 kHz. */
const mpeg = Buffer.alloc(900);
for (const at of [0, 417]) mpeg.set([0xff, 0xfb, 0x90, 0x00], at);

describe('sniffAudio', () => {
  it.each([
    ['a.wav', bytes('RIFF\x24\0\0\0WAVEfmt '), 'wav', 'audio/wav'],
    ['a.wav', bytes('RF64\xff\xff\xff\xffWAVEds64'), 'rf64', 'audio/wav'],
    ['a.wav', bytes('BW64\xff\xff\xff\xffWAVEds64'), 'rf64', 'audio/wav'],
    ['a.w64', Buffer.from('726966662e91cf11a5d628db04c10000', 'hex'), 'w64', 'audio/wav'],
    ['a.aif', bytes('FORM\0\0\0\x24AIFFCOMM'), 'aiff', 'audio/aiff'],
    ['a.AIFF', bytes('FORM\0\0\0\x24AIFCFVER'), 'aifc', 'audio/aiff'],
    ['a.flac', bytes('fLaC\0\0\0\x22'), 'flac', 'audio/flac'],
    ['a.flac', bytes('ID3\x03\0\0\0\0\0\x04\0\0\0\0fLaC'), 'flac', 'audio/flac'],
    ['a.mp3', bytes('ID3\x04\0\0\0\0\x02\x01'), 'mp3', 'audio/mpeg'],
    ['a.flac', bytes('ID3\x04\0\0\0\x7f\x02\x01'), 'flac', 'audio/flac'],
    ['a.mp3', mpeg, 'mp3', 'audio/mpeg'],
    ['a.mp3', Buffer.concat([Buffer.alloc(100), mpeg]), 'mp3', 'audio/mpeg'],
    ['no extension', bytes('fLaC\0\0\0\x22'), 'flac', 'audio/flac'],
  ])('recognises %s by its first bytes', (name, first, container, contentType) => {
    expect(sniffAudio(first, name)).toEqual({ container, contentType });
  });

  it.each([
    ['empty.wav', Buffer.alloc(0)],
    ['zeros.wav', Buffer.alloc(4096)],
    ['zeros.mp3', Buffer.alloc(4096)],
    ['text.wav', bytes('Dear engineer')],
    ['film.wav', bytes('RIFF\x24\0\0\0AVI LIST')],
    ['picture.mp3', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['noise.mp3', Buffer.concat([mpeg.subarray(0, 4), Buffer.alloc(600, 7)])],
    ['flac.wav', bytes('fLaC\0\0\0\x22')],
  ])('refuses %s', (name, first) => {
    expect(sniffAudio(first, name)).toBeNull();
  });

  it('gives the reason', () => {
    expect(namingFault('flac', 'a.wav')).toBe('Its name says WAV, but it is FLAC.');
    expect(namingFault(null, 'a.wav')).toBe('It does not begin like a WAV, AIFF, FLAC or MP3 file.');
    expect(namingFault('aifc', 'a.aif')).toBeNull();
  });
});

describe('audioKindOf', () => {
  it.each([
    ['a.WAV', '', 'wav'],
    ['a.bwf', 'application/octet-stream', 'wav'],
    ['a.aif', 'audio/x-aiff', 'aiff'],
    ['a.flac', 'audio/mpeg', 'flac'],
    ['a', 'audio/vnd.wave', 'wav'],
    ['a', 'audio/mpeg; charset=x', 'mp3'],
    ['a.txt', 'text/plain', null],
    ['wav', '', null],
  ])('%s of type "%s" is %s', (name, type, kind) => {
    expect(audioKindOf(name, type)).toBe(kind);
  });

  it('gives one content type to each kind', () => {
    expect((['wav', 'aiff', 'flac', 'mp3'] as const).map(contentTypeOf)).toEqual([
      'audio/wav',
      'audio/aiff',
      'audio/flac',
      'audio/mpeg',
    ]);
  });
});

describe('mpegFrameLength', () => {
  it.each([
    ['fffb9000', 417],
    ['fffb9200', 418],
    ['fffbe400', 960],
    ['fff35000', 130],
    ['ffe35000', 261],
    ['fffbf000', null],
    ['fffb0000', null],
    ['fffd9000', null],
    ['ffeb9000', null],
  ])('%s → %s', (header, length) => {
    expect(mpegFrameLength(Buffer.from(header, 'hex'), 0)).toBe(length);
  });
});
