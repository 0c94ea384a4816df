import { describe, expect, it } from '@jest/globals';
import { decode, type Encoding, recognise } from './encodings';

const TEXT = 'Track,Title\n1,Beyoncé – “Für Elise”\n2,Ça va, Señor Ødegård?\n';
/** The bytes of the characters beyond ASCII. */
const BYTES: Partial<Record<Encoding, Record<string, number>>> = {
  'windows-1252': {
    é: 0xe9,
    '–': 0x96,
    '“': 0x93,
    '”': 0x94,
    ü: 0xfc,
    Ç: 0xc7,
    ñ: 0xf1,
    Ø: 0xd8,
    å: 0xe5,
    '’': 0x92,
    í: 0xed,
    á: 0xe1,
  },
  macintosh: {
    é: 0x8e,
    '–': 0xd0,
    '“': 0xd2,
    '”': 0xd3,
    ü: 0x9f,
    Ç: 0x82,
    ñ: 0x96,
    Ø: 0xaf,
    å: 0x8c,
    '’': 0xd5,
    í: 0x92,
    á: 0x87,
  },
};

function encoded(text: string, encoding: Encoding, mark = false): Uint8Array {
  const known = BYTES[encoding];
  if (known) return Uint8Array.from([...text].map((character) => known[character] ?? character.charCodeAt(0)));
  const whole = (mark ? '\ufeff' : '') + text;
  if (encoding === 'utf-8') return Buffer.from(whole);
  const bytes = Buffer.from(whole, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

describe('the encoding of a file', () => {
  it.each<[Encoding, boolean]>([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', false],
    ['utf-16le', true],
    ['utf-16be', false],
    ['utf-16be', true],
    ['windows-1252', false],
    ['macintosh', false],
  ])('is recognised: %s, with a byte order mark: %s', (encoding, mark) => {
    const bytes = encoded(TEXT, encoding, mark);
    expect(recognise(bytes)).toBe(encoding);
    expect(decode(bytes, recognise(bytes))).toBe(TEXT);
  });

  it.each<[Encoding, string]>([
    ['windows-1252', 'Title\nÇa va\n'],
    ['macintosh', 'Title\nBeyoncé\n'],
    ['windows-1252', 'Title\nBeyoncé\n'],
    ['macintosh', 'Title\nFür Elise\n'],
    ['windows-1252', 'Title\n“Für Elise”\n'],
    ['macintosh', 'Title\nØdegård\n'],
    ['windows-1252', 'Title\nDon’t Stop\nI’m Yours\n'],
    ['windows-1252', 'Title\nDON’T STOP\n'],
    ['macintosh', 'Title\nDon’t Stop\n'],
    ['macintosh', 'Title\nMaría\nUn día más\n'],
    ['windows-1252', 'Title\nMaría\nUn día más\n'],
  ])('is recognised by few letters: %s %j', (encoding, text) => {
    expect(recognise(encoded(text, encoding))).toBe(encoding);
  });

  it('is UTF-8 with a byte order mark or several letters, although one byte is wrong', () => {
    const wrong = Uint8Array.of(0xe9, 0x0a);
    for (const whole of ['\ufeffTrack,Title\n', 'Track,Title\n1,Déjà vu\n'])
      expect(recognise(Buffer.concat([Buffer.from(whole), wrong]))).toBe('utf-8');
  });

  it('is UTF-8 for plain text', () => expect(recognise(Buffer.from('Track,Title\n1,Ember\n'))).toBe('utf-8'));
});
