import anyAscii from 'any-ascii';

/** Letters and signs without a decomposition that have a usual spelling in Latin-1. */
const SPELLINGS: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '·',
  '™': 'TM',
  '€': 'EUR',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Œ: 'OE',
  œ: 'oe',
  Ħ: 'H',
  ħ: 'h',
  ẞ: 'SS',
  '\u2028': ' ',
  '\u00a0': ' ',
};

const spellingOf = (letter: string): string =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter)
    ? anyAscii(letter)
    : letter.normalize('NFKD').replace(/\p{M}/gu, '');

const isLatin1 = (letter: string) => /^[\x20-\x7e\xa1-\xff]$/.test(letter);

/**
 * Text in the letters that CD-Text and PQ sheets of plants can hold: others lose their accents (Ş becomes S), Cyrillic and
 * Greek are transliterated. Null if letters remain that have no such spelling, for instance Chinese.
 */
export function toLatin1(text: string): string | null {
  let result = '';
  for (const letter of text.normalize('NFC').replace(/\s/g, ' ')) {
    if (isLatin1(letter)) result += letter;
    else {
      const spelling = SPELLINGS[letter] ?? spellingOf(letter);
      if (![...spelling].every(isLatin1)) return null;
      result += spelling;
    }
  }
  return result.trim();
}

/** ASCII for fixed-width fields: letters that it lacks become question marks. */
export const toAscii = (text: string): string =>
  (toLatin1(text) ?? text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');

/** The longest beginning of a text that has at most `most` bytes, and ends with a word if it can. */
export function cutAtWord(text: string, most: number, bytesOf = (letters: string) => letters.length): string {
  if (bytesOf(text) <= most) return text;
  let cut = '';
  for (const letter of text) {
    if (bytesOf(cut + letter) > most) break;
    cut += letter;
  }
  const end = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return cut.slice(0, end > cut.length / 2 ? end : cut.length).trimEnd();
}
