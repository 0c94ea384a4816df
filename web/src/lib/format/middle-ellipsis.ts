const segmenter = new Intl.Segmenter();

/** Splits a text before its last `length` characters; a grapheme is never split. */
export function splitForEllipsis(text: string, length: number): [start: string, end: string] {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const cut = Math.max(0, characters.length - length);
  return [characters.slice(0, cut).join(''), characters.slice(cut).join('')];
}
