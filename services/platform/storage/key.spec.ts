import { describe, expect, it } from '@jest/globals';
import { assertKey, cleanFileName } from './key.js';

describe('assertKey', () => {
  it.each(['a', 'projects/0190/staging/0190/01 Song – Größe.wav', 'a/..b/c', '.hidden/x'])('takes %s', (key) => {
    expect(() => assertKey(key)).not.toThrow();
  });

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    'a/./b',
    'a\\b',
    'C:/a',
    'a\u0000b',
    'a\nb',
    'a\u007f',
    'a?b',
    'a*',
    'a. ',
    'a./b',
    'a\ud800',
    `${'a/'.repeat(450)}a`,
    'x'.repeat(256),
  ])('refuses %j', (key) => {
    expect(() => assertKey(key)).toThrow(expect.objectContaining({ code: 'bad_key' }));
  });
});

describe('cleanFileName', () => {
  it.each([
    ['01 Song.wav', '01 Song.wav'],
    ['C:\\Mixes\\Song.wav', 'Song.wav'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'file'],
    ['', 'file'],
    ['.wav', 'file.wav'],
    ['a\u202egnp.exe.wav', 'agnp.exe.wav'],
    ['A\u0000B\tC\n.wav', 'A_B_C_.wav'],
    ['What? *Really*: "yes".flac', 'What_ _Really__ _yes_.flac'],
    ['u\u0308ber.wav', 'über.wav'],
    ['🎧 mix.wav', '🎧 mix.wav'],
    ['bad\ud800.wav', 'bad\ufffd.wav'],
    ['  spaced   out  .wav  ', 'spaced out.wav'],
  ])('makes %j into %j', (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  it('shortens by whole characters and keeps the extension', () => {
    const cleaned = cleanFileName(`${'ü🎧'.repeat(150)}.aiff`);
    expect(cleaned.endsWith('.aiff')).toBe(true);
    expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(180);
    expect(cleaned.isWellFormed()).toBe(true);
  });

  it('always gives a segment that a key may have', () => {
    for (const name of [
      '...',
      ' . ',
      '/',
      'x'.repeat(300),
      '.'.repeat(300),
      '\u202e',
      'CON.',
      'a/b/',
      '🎧'.repeat(300),
    ]) {
      expect(() => assertKey(`p/${cleanFileName(name)}`)).not.toThrow();
    }
  });
});
