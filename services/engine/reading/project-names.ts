import { wordsOf } from '../lexicon/words.js';
import type { SuggestProject } from '../types.js';
import type { NameReading } from './read.js';
import { keysOf, type Token } from './tokens.js';

const NAME_ARTICLES = wordsOf('article');

/** The project's artist and title, prepared for a search in file names. */
export interface ProjectNames {
  /** artist and album as words, with and without their article; without those that are also a track's title */
  whole: string[][];
  /** the album's name if it is also a track's title, otherwise null */
  titleTrack: string[] | null;
  /** every word of them */
  words: ReadonlySet<string>;
  /** the initials of artist and album */
  initials: ReadonlySet<string>;
  /** true for their words and initials, unless a title needs them */
  ofPeople: (token: Token) => boolean;
}

const withoutArticle = (keys: string[]): string[] =>
  keys.length > 1 && NAME_ARTICLES.has(keys[0] ?? '') ? keys.slice(1) : keys;

const initialsOf = (keys: string[]): string => keys.map((key) => key[0] ?? '').join('');

/** The kind of edition at the end of an album's name: 'Winterhafen (audiobook)'. */
const BRACKETS = / ?[([][^)\]]*[)\]]$/;

export function projectNames(
  project: SuggestProject,
  titleWords: ReadonlySet<string>,
  wholeTitles: ReadonlySet<string>,
): ProjectNames {
  const [artist, album] = [keysOf(project.artist ?? ''), keysOf(project.title)];
  // Without known titles, 'Harbour' of 'Harbour (Deluxe)' may be a song.
  const plainAlbum = wholeTitles.size > 0 ? keysOf(project.title.replace(BRACKETS, '')) : [];
  const names = [artist, withoutArticle(artist), album, withoutArticle(album), plainAlbum];
  const words = new Set([...artist, ...album]);
  const initials = new Set(names.map(initialsOf).filter((text) => text.length >= 2));
  return {
    whole: names.filter((keys) => keys.length > 0 && !wholeTitles.has(keys.join(''))),
    titleTrack: album.length > 0 && wholeTitles.has(album.join('')) ? album : null,
    words,
    initials,
    ofPeople: ({ key }) => initials.has(key) || (words.has(key) && !titleWords.has(key)),
  };
}

/** Marks the tokens that read as the artist or album. Each must be found as a whole. */
export function claimNames(reading: NameReading, names: readonly string[][], claimed: Uint8Array): void {
  for (const keys of names) {
    const whole = keys.join('');
    if (whole.length < 2) continue;
    for (let from = 0; from < reading.tokens.length; from++) {
      let glued = '';
      let to = from;
      while (to < reading.tokens.length && glued.length < whole.length) glued += reading.tokens[to++]?.key ?? '';
      if (glued === whole) claimed.fill(1, from, to);
    }
  }
}
