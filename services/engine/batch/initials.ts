import { isKnownWord } from '../names/lexicon.js';
import type { Title, TitleMatch } from '../names/title.js';
import type { ProjectNames } from './project-names.js';
import type { BatchFile } from './types.js';

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

/** Reads titles from initials ('JV_BB_M1' for Black Bird) in names that contain nothing else of a title. */
export function readInitials(files: readonly BatchFile[], titles: readonly Title[], names: ProjectNames): void {
  const initials = initialsOf(titles);
  const found = files.flatMap((each) => {
    if (each.titles.some(({ cover, quality }) => cover * quality >= NAMED)) return [];
    const { tokens, marks } = each.name;
    const at = tokens.flatMap((token, i) => {
      const track = initials.get(token.key);
      const taken =
        each.claimed[i] ||
        isKnownWord(token.key) ||
        names.ofPeople(token) ||
        marks.some(({ from, to }) => i >= from && i < to);
      const apart = !token.glued && !tokens[i + 1]?.glued;
      return track !== undefined && !taken && apart ? [{ i, track }] : [];
    });
    return at.length === 1 ? [{ each, ...at[0]! }] : [];
  });
  const isSystem = new Set(found.map(({ track }) => track)).size >= SONGS;
  for (const { each, i, track } of found) {
    const consumed = new Uint8Array(each.name.tokens.length);
    consumed[i] = 1;
    const match: TitleMatch = { cover: 1, quality: isSystem ? IN_SYSTEM : ALONE, how: 'abbreviation', consumed };
    each.titles = each.titles.map((other, t) => (t === track ? match : other));
  }
}
