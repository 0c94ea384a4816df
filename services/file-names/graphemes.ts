/** A flag, or a character with its marks and what is joined to it. */
const GRAPHEME = /(?:\p{RI}{2}|\P{M}|^\p{M})(?:[\p{M}\p{EMod}]|\u200d\P{M})*/gsu;

/** Splits a text into what a reader counts as characters. Firefox has `Intl.Segmenter` only since 125. */
export function graphemes(text: string): string[] {
  // eslint-disable-next-line no-restricted-properties -- only where it exists
  const { Segmenter } = Intl;
  if (typeof Segmenter === 'undefined') return text.match(GRAPHEME) ?? [];
  return Array.from(new Segmenter().segment(text), ({ segment }) => segment);
}
