import { graphemes } from '../../../../services/file-names/graphemes.js';

/** Splits a text before its last `length` characters; a grapheme is never split. */
export function splitForEllipsis(text: string, length: number): [start: string, end: string] {
  const characters = graphemes(text);
  const cut = Math.max(0, characters.length - length);
  return [characters.slice(0, cut).join(''), characters.slice(cut).join('')];
}
