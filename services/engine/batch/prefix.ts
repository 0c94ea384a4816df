import type { WordClass } from '../lexicon/words.js';
import type { NameReading } from '../names/read.js';
import { matchTitle, type Title } from '../names/title.js';

/** Shares of a batch's files, and the least number of them, that make a habit of what they begin with. */
const MOST = 0.6;
const FEW = 3;
/** Different songs behind a beginning: then it names the album or the artist, even where a song is called the same. */
const SONGS = 2;

/** The longest run of words that most of the names begin with. */
function sharedBeginning(readings: readonly NameReading[]): string[] {
  const enough = Math.max(FEW, MOST * readings.length);
  const run: string[] = [];
  let sharing = [...readings];
  for (;;) {
    const next = Map.groupBy(
      sharing.filter((reading) => reading.tokens.length > run.length),
      (reading) => reading.tokens[run.length]!.key,
    );
    const [key, most] = [...next].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
    if (key === undefined || !most || most.length < enough) return run;
    run.push(key);
    sharing = most;
  }
}

/**
 * By name: the number of leading tokens that belong to an album or artist with the name of a song, as in `Ember - 02
 * Ash`. The batch shows it: most names begin with it, and several songs follow it.
 */
export function sharedPrefixes(readings: readonly NameReading[], titles: readonly Title[]): number[] {
  const run = sharedBeginning(readings);
  const none = readings.map(() => 0);
  if (!titles.some((title) => title.words.some((word) => !word.minor && run.includes(word.key)))) return none;
  const lengths = readings.map((reading) => (run.every((key, i) => reading.tokens[i]?.key === key) ? run.length : 0));
  const songs = new Set(
    readings.flatMap((reading, f) => {
      if (lengths[f] === 0) return [];
      const prefix = Uint8Array.from(reading.tokens, (_, i) => (i < lengths[f]! ? 1 : 0));
      return titles.filter((title) => {
        const { how, cover, consumed } = matchTitle(reading, title, prefix);
        return how === 'exact' && cover > 0.9 && consumed.every((on, i) => !on || !prefix[i]);
      });
    }),
  );
  return songs.size >= SONGS ? lengths : none;
}

const SLOT_CLASSES = new Set<WordClass>(['streaming', 'vinyl', 'hires', 'cd', 'instrumental', 'clean']);

/**
 * By token: 1 for words of the first `skip` tokens that belong to a person's or company's name. 'Vinyl' is about the
 * file where it is by itself, beside artist and album or as the last of them (`Ida_Marrow_Vinyl_01_Salt`), not among
 * unexplained words (`Vinyl Heart Studios - 01 Salt`). `known` marks artist and album.
 */
export function studioNameWords(reading: NameReading, skip: number, known: (index: number) => boolean): Uint8Array {
  const { name, tokens, words } = reading;
  const ofName = new Uint8Array(tokens.length);
  const joint = name.includes(' ') ? ' ' : name.includes('_') ? '_' : '-';
  const joined = (left: number): boolean => {
    const between = name.slice(tokens[left]?.end, tokens[left + 1]?.start);
    return between === '' || between === joint;
  };
  const explained = (index: number): boolean => words.some((word) => index >= word.from && index < word.to);
  const strange = (index: number): boolean => !known(index) && !tokens[index]?.digits && !explained(index);
  const title = (index: number): boolean =>
    words.some((word) => word.wordClass === 'main' && index >= word.from && index < word.to);
  for (const { from, to, wordClass, strength } of words) {
    if (to > skip || (to === skip && strength === 1 && SLOT_CLASSES.has(wordClass))) continue;
    const beside = [from > 0 && joined(from - 1) ? from - 1 : -1, to < skip && joined(to - 1) ? to : -1];
    const named = beside.some(
      (index) => index >= 0 && (strange(index) || (!SLOT_CLASSES.has(wordClass) && title(index))),
    );
    if (named) ofName.fill(1, from, to);
  }
  return ofName;
}

/** Claims the first `length` tokens for album or artist, but for words that speak of the file. */
export function claimPrefix(reading: NameReading, length: number, ofStudioName: Uint8Array, claimed: Uint8Array): void {
  const speaks = (index: number): boolean =>
    !ofStudioName[index] && reading.words.some((word) => index >= word.from && index < word.to);
  for (let i = 0; i < length; i++) if (!speaks(i)) claimed[i] = 1;
}

/** Longer words mean what they say even where every name begins with them: a batch of instrumentals, of demos. */
const SHORT = 3;

/** Classes that the file's format expresses too, so that the word may be initials after all: 'CD' of Cal Dunn. */
const FORMAT_CLASSES = new Set<WordClass>(['cd', 'hires']);

/**
 * Words before the song that nearly every name contains ('LP_01 Ember', 'TV_02 Wick') are initials or a label: a word
 * that all files share does not distinguish them. Long words with one meaning are exempt. The artist's or album's own
 * `initials` need no other file.
 */
export function sharedWords(
  reading: NameReading,
  everywhere: ReadonlySet<string>,
  initials: ReadonlySet<string>,
  isSong: (index: number) => boolean,
): Uint8Array {
  const { tokens, words } = reading;
  const shared = new Uint8Array(tokens.length);
  const song = tokens.findIndex((token, i) => isSong(i) || !everywhere.has(token.key));
  const title = tokens.findIndex((_, i) => isSong(i));
  for (const { from, to, strength, wordClass } of words) {
    const key = tokens
      .slice(from, to)
      .map((token) => token.key)
      .join('');
    const ours = to <= title && initials.has(key) && !FORMAT_CLASSES.has(wordClass);
    if (ours || (to <= song && (strength < 1 || key.length <= SHORT))) shared.fill(1, from, to);
  }
  return shared;
}
