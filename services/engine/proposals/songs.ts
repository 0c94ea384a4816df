import { fold } from '../lexicon/fold.js';
import { anyOf } from '../lexicon/words.js';
import { abbreviation, numberOf, spelling } from '../reading/similarity.js';
import type { SongName } from '../reading/song-name.js';
import { PART } from '../reading/title-words.js';
import { keysOf } from '../reading/tokens.js';

/** Names of the same song. */
export interface Song {
  number: number | null;
  /** folded title, '' for none */
  key: string;
  names: SongName[];
}

/** From here on, two folded titles with the same number are spellings of one title. */
export const ALIKE = 0.7;
/** The same without a common number. */
const VERY_ALIKE = 0.85;
/** Shorter titles that differ in one letter may be two titles: 'Dear Joan' and 'Dear John'. */
const LONG = 10;
/** Titles with this many letters may be cut off. */
const CUT = 6;

/** Without words for 'part', and with numerals as digits: 'Tidewater, Pt. II' and 'Tidewater Part 2' are equal. */
const canonical = (title: string): string =>
  keysOf(title)
    .filter((key) => !PART.has(key))
    .map((key, i) => (i > 0 ? (numberOf(key) ?? key) : key))
    .join(' ');

/** The numerals and letters that distinguish 'Part I' from 'Part II' and 'Avenue A' from 'Avenue D'. */
const numeralsOf = (title: string): string =>
  keysOf(title)
    .flatMap((key, i) => numberOf(key) ?? (i > 0 && key.length === 1 ? key : []))
    .join();

export const titleOf = (song: Song): string => song.names.find(({ title }) => title)?.title ?? '';

const isLatin = (text: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(text);

/** In other scripts, names are transliterated by ear: 'Belyj shum', 'Belyi shum'. */
const heard = (key: string): string =>
  key
    .replace(/[jy]/g, 'i')
    .replace(/(?:ts|tz)/g, 'c')
    .replace(/kh/g, 'h')
    .replace(/w/g, 'v')
    .replace(/(.)\1/g, '$1');

interface TitledSong {
  key: string;
  title: string;
}

const titledOf = (song: Song): TitledSong => ({ key: song.key, title: titleOf(song) });

const alike = (one: Song, other: Song, from: number): boolean => isAlike(titledOf(one), titledOf(other), from);

function isAlike(one: TitledSong, other: TitledSong, from: number): boolean {
  const [a, b] = [one.title, other.title];
  if (one.key === '' || other.key === '' || numeralsOf(a) !== numeralsOf(b)) return false;
  if (canonical(a) === canonical(b)) return true;
  const [short, long] = one.key.length <= other.key.length ? [one, other] : [other, one];
  const transliterated = isLatin(a) !== isLatin(b);
  if (transliterated && spelling(heard(short.key), heard(long.key)) >= ALIKE) return true;
  return (
    (spelling(short.key, long.key) >= from && (from === ALIKE || short.key.length >= LONG)) ||
    (short.key.length >= CUT && (long.key.startsWith(short.key) || long.key.endsWith(short.key)) && from === ALIKE) ||
    abbreviation(short.key, keysOf(long.title)) >= from
  );
}

/** Sides and discs continue the numbering of the previous one. */
function numbersOf(names: readonly SongName[]): (name: SongName) => number | null {
  const collator = new Intl.Collator('en', { numeric: true });
  const highest = new Map<string, number>();
  for (const { number } of names) {
    if (number) highest.set(number.group, Math.max(highest.get(number.group) ?? 0, number.position));
  }
  const kindOf = (group: string): string => group.split(' ')[0]!;
  const groups = [...highest.keys()].sort(collator.compare);
  const before = (group: string): number =>
    groups
      .filter((other) => other !== '' && collator.compare(other, group) < 0 && kindOf(other) === kindOf(group))
      .reduce((sum, other) => sum + highest.get(other)!, 0);
  return ({ number }) => number && (number.group === '' ? 0 : before(number.group)) + number.position;
}

function gather(names: readonly SongName[]): Song[] {
  const numberIn = numbersOf(names);
  const songs: Song[] = [];
  for (const name of names) {
    const [number, key] = [numberIn(name), fold(name.title ?? '')];
    const found = songs.find((song) => song.key === key && song.number === number);
    if (found) found.names.push(name);
    else songs.push({ number, key, names: [name] });
  }
  return songs;
}

/** Merges equal songs: `same` decides, and the song with more files stays. */
function merge(songs: readonly Song[], same: (kept: Song, other: Song) => boolean): Song[] {
  const kept: Song[] = [];
  for (const song of [...songs].sort((a, b) => rank(b) - rank(a))) {
    const into = kept.find((other) => same(other, song));
    if (!into) kept.push(song);
    else {
      into.names.push(...song.names);
      into.number ??= song.number;
    }
  }
  return kept;
}

const rank = (song: Song): number => (song.key ? 1000 : 0) + (song.number === null ? 0 : 100) + song.names.length;

/** After another prefix, a number may belong to another release. */
const sameContext = (one: Song, other: Song): boolean =>
  one.names.some(({ context }) => other.names.some((name) => name.context === context));

/** The songs in the names, each once. */
export function songsOf(names: readonly SongName[]): Song[] {
  const numbered = merge(gather(names), (kept, other) => {
    if (kept.number === null || other.number !== kept.number) return false;
    return other.key === '' || (sameContext(kept, other) ? alike(kept, other, ALIKE) : kept.key === other.key);
  });
  return merge(numbered, (kept, other) => {
    if (kept.number !== null && other.number !== null) return false;
    return (kept.key !== '' && kept.key === other.key) || alike(kept, other, VERY_ALIKE);
  });
}

/**
 * How a title is written: the spelling of most files; among equal spellings the one with accents, brackets and
 * capitals.
 */
export function bestTitle({ names }: Song, script: string): string {
  const spellings = Map.groupBy(
    names.flatMap(({ title }) => title ?? []),
    (title) => fold(title),
  );
  const own = !isLatin(script);
  const whole = (key: string): number => [...spellings.keys()].filter((other) => key.startsWith(other)).length;
  const ranked = [...spellings]
    .map(([key, titles]) => ({
      title: [...titles].sort((a, b) => richness(b) - richness(a) || a.localeCompare(b))[0]!,
      // A title that is cut off in one name is whole in another.
      whole: whole(key),
      votes: titles.length,
      native: own && !isLatin(titles[0]!) ? 1 : 0,
    }))
    .sort(
      (a, b) => b.native - a.native || b.votes - a.votes || b.whole - a.whole || richness(b.title) - richness(a.title),
    );
  return ranked[0]?.title ?? '';
}

const richness = (title: string): number =>
  title.length + 2 * title.replace(/[\p{ASCII}]/gu, '').length - (title === title.toUpperCase() ? 1 : 0);

export function isrcOf({ names }: Song): string | null {
  const isrcs = (some: readonly SongName[]): string[] => [
    ...new Set(some.flatMap(({ file }) => file.name.isrc ?? file.file.tags?.isrc ?? [])),
  ];
  const own = isrcs(names.filter(({ version }) => !version));
  const found = own.length > 0 ? own : isrcs(names);
  return found.length === 1 ? found[0]! : null;
}

const GUEST = new RegExp(`[ ([]+(?:${anyOf('featuring')})\\b\\.? .*$`, 'i');

/** 'Mercy (feat. Tay Lorenz)' and 'Kite – Slow Tide' are also 'Mercy' and 'Slow Tide'. */
const spellingsOf = (title: string): string[] => {
  const guestless = title.replace(GUEST, '');
  const alone = / [-–—] (?!.* [-–—] )(.+)$/.exec(title)?.[1];
  return [...new Set([title, guestless, alone ?? title])].filter(Boolean);
};

/** The song is an existing track: by its title, or by its number if it has no other title. */
export function exists(song: Song, known: readonly { trackNumber: number; title: string }[]): boolean {
  return known.some(({ trackNumber, title }) => {
    const counted = song.number === trackNumber;
    if (song.key === '' || (counted && isLatin(titleOf(song)) !== isLatin(title))) return counted;
    return spellingsOf(title).some((spelt) => {
      const own = { key: fold(spelt), title: spelt };
      return own.key === song.key || isAlike(titledOf(song), own, counted ? ALIKE : VERY_ALIKE);
    });
  });
}
