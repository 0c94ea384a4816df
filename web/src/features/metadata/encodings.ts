/** Encodings in which spreadsheets save text files, with their labels for TextDecoder. */
export const encodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western (Windows)',
  macintosh: 'Western (Mac)',
} as const;
export type Encoding = keyof typeof encodings;

export const decode = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);

/**
 * The encoding of a text file: by its byte order mark, its zeros, UTF-8 with hardly a fault, or the more likely Western
 * letters.
 */
export function recognise(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  // Separators and line ends have a zero byte in UTF-16, and text in one byte has none.
  if (zeros[0]! + zeros[1]! > bytes.length / 20) return zeros[1]! >= zeros[0]! ? 'utf-16le' : 'utf-16be';
  const others = decode(bytes, 'utf-8').match(/[^\p{ASCII}]/gu) ?? [];
  const faults = others.filter((character) => character === '\ufffd').length;
  // Letters of another encoding hardly ever form a sequence of UTF-8.
  if (faults === 0 || others.length - faults > faults) return 'utf-8';
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((encoding) => likeness(decode(bytes, encoding)));
  return mac! > windows! ? 'macintosh' : 'windows-1252';
}

const LETTERS = /[àáâäãåæçèéêëìíîïñòóôöõøœùúûüÿßÀÁÂÄÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØŒÙÚÛÜ]/;
const MARKS = /[’‘“”–—…·©™®°«»¿¡]/;
const UPPER = /\p{Lu}/u;
/** The byte of this apostrophe in Windows is an accented letter on a Mac: 'Don’t' or 'Donít'. */
const CONTRACTION = /^\p{L}’(?:[tsmd]|re|ve|ll)(?!\p{L})/iu;

/**
 * How much the text looks like Western languages: an accented letter counts for it, an English contraction even more, a
 * capital within a word against.
 */
function likeness(text: string): number {
  let sum = 0;
  for (const { 0: character, index } of text.matchAll(/[^\p{ASCII}]/gu)) {
    const isMisplaced = UPPER.test(character) && /\p{Ll}/u.test(text[index - 1] ?? '');
    if (isMisplaced) sum -= 2;
    else if (character === '’' && CONTRACTION.test(text.slice(index - 1, index + 4))) sum += 3;
    else if (LETTERS.test(character)) sum += 2;
    else sum += MARKS.test(character) ? 1 : -2;
  }
  return sum;
}
