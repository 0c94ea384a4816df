import type { WordClass } from '../lexicon/words.js';
import { within } from './parts.js';
import type { NameReading } from './read.js';
import { SLOT_WORDS } from './slot-words.js';
import { SERIES, WHOLE_TITLE } from './thresholds.js';
import { matchTitle, type Title } from './title.js';

/** If this many songs follow a beginning, it names the album or artist, even if a song has the same name. */
const SONGS = 2;

/** The longest sequence of words that most names begin with. */
function sharedBeginning(readings: readonly NameReading[]): string[] {
  const enough = Math.max(SERIES.least, SERIES.share * readings.length);
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
 * By name: how many leading tokens name an album or artist that is also the name of a song, as in `Ember - 02 Ash`. The
 * batch shows it: most names begin with it, and several songs follow.
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
        return how === 'exact' && cover > WHOLE_TITLE && consumed.every((on, i) => !on || !prefix[i]);
      });
    }),
  );
  return songs.size >= SONGS ? lengths : none;
}

/**
 * By token: 1 for words of the first `skip` tokens that belong to the name of a person or company. 'Vinyl' describes
 * the file if it stands alone beside artist and album or is the last of them (`Ida_Marrow_Vinyl_01_Salt`), but not
 * among unexplained words (`Vinyl Heart Studios - 01 Salt`). `known` marks artist and album.
 */
export function studioNameWords(reading: NameReading, skip: number, known: (index: number) => boolean): Uint8Array {
  const { name, tokens, words } = reading;
  const ofName = new Uint8Array(tokens.length);
  const joint = name.includes(' ') ? ' ' : name.includes('_') ? '_' : '-';
  const joined = (left: number): boolean => {
    const between = name.slice(tokens[left]?.end, tokens[left + 1]?.start);
    return between === '' || between === joint;
  };
  const explained = (index: number): boolean => within(words, index);
  const strange = (index: number): boolean => !known(index) && !tokens[index]?.digits && !explained(index);
  const title = (index: number): boolean =>
    words.some((word) => word.wordClass === 'main' && index >= word.from && index < word.to);
  for (const { from, to, wordClass, strength } of words) {
    if (to > skip || (to === skip && strength === 1 && SLOT_WORDS.has(wordClass))) continue;
    const beside = [from > 0 && joined(from - 1) ? from - 1 : -1, to < skip && joined(to - 1) ? to : -1];
    const named = beside.some(
      (index) => index >= 0 && (strange(index) || (!SLOT_WORDS.has(wordClass) && title(index))),
    );
    if (named) ofName.fill(1, from, to);
  }
  return ofName;
}

/** Marks the first `length` tokens as album or artist, except for words that describe the file. */
export function claimPrefix(reading: NameReading, length: number, ofStudioName: Uint8Array, claimed: Uint8Array): void {
  const speaks = (index: number): boolean => !ofStudioName[index] && within(reading.words, index);
  for (let i = 0; i < length; i++) if (!speaks(i)) claimed[i] = 1;
}

/** Longer words keep their meaning even if every name begins with them: a batch of instrumentals, of demos. */
const SHORT = 3;

/** Classes that the file's format shows as well, so the word may be initials after all: 'CD' for Cal Dunn. */
const FORMAT_CLASSES = new Set<WordClass>(['cd', 'hires']);

/**
 * Words before the song that nearly every name contains ('LP_01 Ember', 'TV_02 Wick') are initials or a label, because
 * a word that all files share does not distinguish them. Long words with a single meaning are exempt. The `initials` of
 * artist or album need no second file.
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
