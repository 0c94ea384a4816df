import { describe, expect, it } from '@jest/globals';
import { cleanFileName } from './file-name.js';

describe('cleanFileName', () => {
  it.each([
    ['01 - Low Water Mark.wav', '01 - Low Water Mark.wav'],
    ['../../etc/passwd.wav', 'passwd.wav'],
    ['C:\\mixes\\Song.wav', 'Song.wav'],
    ['a\u0000b\u202Egnp.wav', 'abgnp.wav'],
    ['.wav', 'wav'],
    ['   .wav', 'wav'],
    ['', 'untitled'],
    ['Äther 🎵.flac', 'Äther 🎵.flac'],
    ['A\u0308ther.flac', 'Äther.flac'],
    ['what: "this"?.aif', 'what_ _this__.aif'],
  ])('makes of %j %j', (original, cleaned) => {
    expect(cleanFileName(original)).toBe(cleaned);
  });

  it('keeps the extension of a name of 300 characters', () => {
    const cleaned = cleanFileName(`${'ü'.repeat(300)}.wav`);
    expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(180);
    expect(cleaned).toMatch(/^ü+\.wav$/);
  });
});
