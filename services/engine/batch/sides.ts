import type { BatchFile, SideMark } from './types.js';

const sideMark = ({ name }: BatchFile, from: number, to: number): SideMark => ({
  from,
  to,
  text: name.name.slice(name.tokens[from]?.start, name.tokens[to - 1]?.end),
});

const LETTER = /^[a-h]$/;
const LABEL = /^(side|seite|face|cara|lado|lato|kant|sida)$/;
/** Sides by their letters alone are at least A and B; a single 'B' may be anything. */
const SIDES = ['a', 'b'];

function positionOf(each: BatchFile): SideMark | null {
  const mark = each.name.numbers.find(({ kind }) => kind === 'side');
  return mark ? sideMark(each, mark.from, mark.to) : null;
}

/** The letter that a name begins with behind what all share: 'HRN-012 B', 'Side A - Ember'. */
function letterOf(each: BatchFile): SideMark | null {
  const { name, skip, titles, claimed, anchor } = each;
  const { tokens } = name;
  const labelled = tokens.findIndex(
    ({ key }, i) => i <= skip && LABEL.test(key) && LETTER.test(tokens[i + 1]?.key ?? ''),
  );
  const at = labelled >= 0 ? labelled + 1 : skip;
  const token = tokens[at];
  const joined = token?.glued || tokens[at + 1]?.glued || name.name[token?.end ?? 0] === "'";
  if (!token || joined || claimed[at] || !LETTER.test(token.key) || token.text !== token.text.toUpperCase())
    return null;
  // without a song's title 'Side A' is all of them
  if (labelled >= 0 && anchor < 0) return null;
  const inTitle = titles.some(({ consumed, cover }) => cover > 0 && consumed[at]);
  return inTitle ? null : sideMark(each, labelled >= 0 ? labelled : at, at + 1);
}

/** What was made from a record or a tape bears the sides of that. */
const RESTORED =
  /^(transfers?|transferred|restored|restoration|restaur\w+|de?clicked|declick|decrackled?|denoised?|dehissed?|digiti[sz]ed|rip|ripped)$/;

/** Files that are counted by the sides of a record ('A1', 'B2', or the letter alone), by index. */
export function sidesOf(files: readonly BatchFile[]): ReadonlyMap<number, SideMark> {
  const marks = (read: (each: BatchFile) => SideMark | null): [number, SideMark][] =>
    files.flatMap((each) => {
      const isRestored = each.name.tokens.some(({ key }) => RESTORED.test(key));
      const mark = isRestored ? null : read(each);
      return mark ? [[each.index, mark]] : [];
    });
  const letters = marks(letterOf);
  const isRow = SIDES.every((side) => letters.some(([, { text }]) => text.toLowerCase().endsWith(side)));
  return new Map([...(isRow ? letters : []), ...marks(positionOf)]);
}
