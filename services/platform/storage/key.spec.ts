import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertKey, cleanFileName } from './key.js';

describe('assertKey', () => {
  it.each(['a', 'projects/0190/staging/0190/01 Song – Größe.wav', 'a/..b/c', '.hidden/x'])('accepts %s', (key) => {
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
  ])('turns %j into %j', (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  it('shortens by whole characters and keeps the extension', () => {
    const cleaned = cleanFileName(`${'ü🎧'.repeat(150)}.aiff`);
    expect(cleaned.endsWith('.aiff')).toBe(true);
    expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(180);
    expect(cleaned.isWellFormed()).toBe(true);
  });

  it('always returns a segment that a key may have, wherever it is cut', () => {
    const odd = fc.constantFrom('.', ' ', '/', '\\', '\u202e', '\u3000', '\ud800', '🎧', 'ü', 'u\u0308', '.wav');
    const pieces = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 3 }), fc.constant('x'.repeat(50))), {
      maxLength: 200,
    });
    const name = pieces.map((parts) => parts.join(''));
    const examples: [string][] = [[`${'x'.repeat(179)}. and more`], [`${'x'.repeat(175)}..y.wav`], ['...'], ['']];
    fc.assert(
      fc.property(name, (given) => {
        const cleaned = cleanFileName(given);
        expect(() => assertKey(`p/${cleaned}`)).not.toThrow();
        expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(180);
      }),
      { examples, numRuns: 2000 },
    );
  });
});
