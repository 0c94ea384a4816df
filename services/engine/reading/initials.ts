import type { BatchFile } from './batch-file.js';
import { isKnownWord } from './lexicon.js';
import { within } from './parts.js';
import type { ProjectNames } from './project-names.js';
import type { Mark } from './read.js';
import { numberOf } from './similarity.js';
import type { Title, TitleMatch } from './title.js';

/** Longer runs are found as ordinary abbreviations. */
const LENGTHS = { least: 2, most: 5 };
/** If a name contains this much of a title, initials are not needed. */
const NAMED = 0.6;
/** This many songs with different initials form a system. With a single song, two letters may mean anything. */
const SONGS = 2;
const IN_SYSTEM = 0.85;
const ALONE = 0.68;

/** Initials that belong to exactly one title, each with its track. */
function initialsOf(titles: readonly Title[]): Map<string, number> {
  const holders = new Map<string, Set<number>>();
  titles.forEach(({ words }, t) => {
    for (const some of [words, words.filter(({ minor }) => !minor)]) {
      const initials = some.map(({ key }) => key[0] ?? '').join('');
      if (some.length < LENGTHS.least || initials.length > LENGTHS.most || !/^[a-z]+$/.test(initials)) continue;
      holders.set(initials, (holders.get(initials) ?? new Set()).add(t));
    }
  });
  return new Map(
    [...holders].flatMap(([initials, own]) => (own.size === 1 ? [[initials, [...own][0]!] as const] : [])),
  );
}

/**
 * Tracks whose titles are counted by one label, by its initial and the numbers: 'k1' is 'Kapitel 1: Der Brief', 'q3.2'
 * is 'Quartet No. 3: II. Vivace'.
 */
function countedTitles(titles: readonly Title[]): Map<string, number> {
  const labels = Map.groupBy(titles.keys(), (t) => titles[t]!.words[0]?.key ?? '');
  const counted = [...labels].flatMap(([label, tracks]) => {
    if (tracks.length < SONGS || numberOf(label) !== null || !/^[a-z]{2}/.test(label)) return [];
    return tracks.flatMap((track): [string, number][] => {
      const numbers = titles[track]!.words.flatMap(({ key }) => numberOf(key) ?? []).slice(0, 2);
      return numbers.length > 0 ? [[`${label[0]}${numbers.join('.')}`, track]] : [];
    });
  });
  const keys = counted.map(([key]) => key);
  return new Map(counted.filter(([key]) => keys.indexOf(key) === keys.lastIndexOf(key)));
}

/** The tokens 'K01' or 'Q3-II' of a name, with their track; null without any. 'C01' also reads as a side, 'D11' as a disc. */
function countedIn(
  { name, claimed }: BatchFile,
  counted: ReadonlyMap<string, number>,
  hasSides: boolean,
): TitleOfInitials | null {
  const { tokens, revisions } = name;
  const isOther = ({ from, to, span }: Mark): boolean =>
    (span.kind !== 'side' || hasSides) && !(span.kind === 'disc' && to - from === 2);
  const marks = name.marks.filter(isOther);
  const isFree = (i: number): boolean => !claimed[i] && !within([...marks, ...revisions], i);
  for (const [i, letter] of tokens.entries()) {
    const [number, part] = [tokens[i + 1], tokens[i + 2]];
    if (letter.key.length !== 1 || !number?.digits || !number.glued || !isFree(i) || !isFree(i + 1)) continue;
    const key = `${letter.key}${Number(number.key)}`;
    const movement = part && isFree(i + 2) ? numberOf(part.key) : null;
    const both = movement === null ? undefined : counted.get(`${key}.${movement}`);
    const track = both ?? counted.get(key);
    if (track !== undefined) return { track, from: i, to: both === undefined ? i + 2 : i + 3 };
  }
  return null;
}

interface TitleOfInitials {
  track: number;
  from: number;
  to: number;
}

/** Reads titles from initials ('JV_BB_M1' for Black Bird) in names that contain nothing else of a title. */
export function readInitials(files: readonly BatchFile[], titles: readonly Title[], names: ProjectNames): void {
  const initials = initialsOf(titles);
  const counted = countedTitles(titles);
  const sides = files.flatMap(({ name }) =>
    name.marks.flatMap(({ span }) => (span.kind === 'side' ? [span.side] : [])),
  );
  const hasSides = new Set(sides).size > 1;
  const found = files.flatMap((each): (TitleOfInitials & { each: BatchFile })[] => {
    if (each.titles.some(({ cover, quality }) => cover * quality >= NAMED)) return [];
    const labelled = counted.size > 0 ? countedIn(each, counted, hasSides) : null;
    if (labelled) return [{ each, ...labelled }];
    const { tokens } = each.name;
    // 'CM' is C minor, or 'Calle Mayor'.
    const marks = each.name.marks.filter(({ span }) => span.kind !== 'musicalKey');
    const at = tokens.flatMap((token, i) => {
      const track = initials.get(token.key);
      const taken = each.claimed[i] || isKnownWord(token.key) || names.ofPeople(token) || within(marks, i);
      const apart = !token.glued && !tokens[i + 1]?.glued;
      return track !== undefined && !taken && apart ? [{ track, from: i, to: i + 1 }] : [];
    });
    return at.length === 1 ? [{ each, ...at[0]! }] : [];
  });
  const isSystem = new Set(found.map(({ track }) => track)).size >= SONGS;
  for (const { each, track, from, to } of found) {
    const consumed = new Uint8Array(each.name.tokens.length);
    consumed.fill(1, from, to);
    const match: TitleMatch = { cover: 1, quality: isSystem ? IN_SYSTEM : ALONE, how: 'abbreviation', consumed };
    each.titles = each.titles.map((other, t) => (t === track ? match : other));
  }
}
