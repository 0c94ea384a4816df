const segmenter = new Intl.Segmenter();

/** The text up to its last `length` characters, and those; what people see as one character is never cut in two. */
export function splitForEllipsis(text: string, length: number): [start: string, end: string] {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const cut = Math.max(0, characters.length - length);
  return [characters.slice(0, cut).join(''), characters.slice(cut).join('')];
}
