import { wordsOf } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { KnownLength, SideMark } from './types.js';

const sideMark = ({ name }: BatchFile, side: string, from: number, to: number): SideMark => ({
  side,
  from,
  to,
  text: name.name.slice(name.tokens[from]?.start, name.tokens[to - 1]?.end),
});

const LETTER = /^[a-h]$/;
const LABELS = wordsOf('side-label');
/** A side with several songs differs in length from each of them by at least this many seconds. */
const OFF_S = 4;
/** Sides that are only named by letters include at least A and B; a single 'B' may mean anything. */
const SIDES = ['A', 'B'];

function positionOf(each: BatchFile): SideMark | null {
  const mark = each.name.numbers.find(({ kind }) => kind === 'side');
  // 'a1' to 'a5' may count anything.
  const isWritten = mark && /^\p{Lu}|^\p{L}{2}/u.test(each.name.name.slice(each.name.tokens[mark.from]?.start));
  return isWritten ? sideMark(each, mark.group.slice(-1), mark.from, mark.to) : null;
}

/** The letter at the beginning of a name, after what all names share: 'HRN-012 B', 'Side A - Ember'. */
function letterOf(each: BatchFile): SideMark | null {
  const { name, skip, titles, claimed, anchor } = each;
  const { tokens } = name;
  const labelled = tokens.findIndex(
    ({ key }, i) => i <= skip && LABELS.has(key) && LETTER.test(tokens[i + 1]?.key ?? ''),
  );
  const at = labelled >= 0 ? labelled + 1 : skip;
  const token = tokens[at];
  const joined = token?.glued || tokens[at + 1]?.glued || name.name[token?.end ?? 0] === "'";
  if (!token || joined || claimed[at] || !LETTER.test(token.key) || token.text !== token.text.toUpperCase())
    return null;
  // Without a song's title, 'Side A' holds all of its songs.
  if (labelled >= 0 && anchor < 0) return null;
  const inTitle = titles.some(({ consumed, cover }) => cover > 0 && consumed[at]);
  return inTitle ? null : sideMark(each, token.text, labelled >= 0 ? labelled : at, at + 1);
}

/** A folder 'Side A' contains the songs of that side. */
function folderOf({ folder }: BatchFile): SideMark | null {
  const at =
    folder?.tokens.findIndex(({ key }, i) => LABELS.has(key) && LETTER.test(folder.tokens[i + 1]?.key ?? '')) ?? -1;
  if (!folder || at < 0) return null;
  const letter = folder.tokens[at + 1]!;
  const text = folder.name.slice(folder.tokens[at]!.start, letter.end);
  return { side: letter.key.toUpperCase(), from: 0, to: 0, text };
}

/** A restored record or tape is in sides because of its source. */
const RESTORED = new Set([...wordsOf('restored'), ...wordsOf('ripped')]);

/** By index: files that name a side of a record or a position on one ('A1', 'B2', or the letter alone). */
export function sidesOf(
  files: readonly BatchFile[],
  lengths: readonly (KnownLength | null)[],
): ReadonlyMap<number, SideMark> {
  const known = lengths.flatMap((length) => length?.seconds ?? []).sort((a, b) => a - b);
  const twoSongs = (known[0] ?? Infinity) + (known[1] ?? Infinity);
  const holdsSeveral = (seconds: number): boolean =>
    seconds > twoSongs && known.every((length) => Math.abs(length - seconds) > OFF_S);
  const marks = (read: (each: BatchFile) => SideMark | null): [number, SideMark][] =>
    files.flatMap((each) => {
      const isRestored = each.name.tokens.some(({ key }) => RESTORED.has(key));
      const mark = isRestored ? null : read(each);
      return mark ? [[each.index, mark]] : [];
    });
  const letters = marks(letterOf);
  const written = new Set(letters.map(([, { side }]) => side));
  const songs = new Set(letters.map(([index]) => files[index]!.anchor));
  // 'A Ember' and 'B Low Tide' are a single; 'A Ember' and 'B Ember' are alternatives; letters up to E are a list.
  const isSingle = written.size === SIDES.length && songs.size === SIDES.length && !songs.has(-1);
  const isSideLong = letters.some(([index]) => holdsSeveral(files[index]!.file.durationS ?? 0));
  const isRow = SIDES.every((side) => written.has(side)) && (isSingle || isSideLong);
  const positions = marks((each) => positionOf(each) ?? folderOf(each));
  // Without titles, both sides must be present.
  const sides = new Set(positions.map(([, { side }]) => side));
  const named = positions.filter(([index]) => sides.size > 1 || files[index]!.anchor >= 0);
  return new Map([...(isRow ? letters : []), ...named]);
}
