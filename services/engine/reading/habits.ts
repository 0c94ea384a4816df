import { wordsOf } from '../lexicon/words.js';
import type { SuggestProject } from '../types.js';
import type { BatchFile } from './batch-file.js';
import { discOf } from './paths.js';
import type { NameReading } from './read.js';
import { OF_TITLE } from './title-words.js';
import { keysOf } from './tokens.js';
import { trackNumberOf } from './track-number.js';

const SMALL = wordsOf('between-titles');

/** The content of these spans is ignored already. */
const IN_FORM = new Set(['format', 'date', 'isrc']);

/** Strength of known words with several meanings; misspelt words have other values. */
export const LIKELY = 0.7;

/** Words in a share of the names that is so large that they say nothing about a song. */
export interface Habits {
  /** at any place: codes, initials, words of versions */
  anywhere: ReadonlySet<string>;
  /** words that may belong to a title: only between separators or in brackets */
  setOff: ReadonlySet<string>;
  /** in nearly all songs */
  everywhere: ReadonlySet<string>;
  /** of artist and album, at the very beginning: 'HD Ember' of Harry Doyle */
  initials: ReadonlySet<string>;
  /** few songs contain it: a claimed word of the album belongs to a title */
  called: (file: BatchFile, i: number) => boolean;
  /** the words of the artist if a single song has them after its number: it is named like its artist */
  selfTitled: readonly string[];
}

/** Five versions of one song count as one song. */
function songOf(each: BatchFile): string {
  const mark = trackNumberOf(each, -1);
  const disc = discOf(each.file) ?? '';
  return mark && !isTotal(each.name, mark.to) ? `${mark.group} ${mark.position} ${disc}` : `file ${each.index}`;
}

/** The last place of the words in a name, written together or apart. */
export function runOf(
  { tokens }: NameReading,
  words: readonly string[],
  least = 0,
): { from: number; to: number } | null {
  const key = words.join('');
  for (let from = tokens.length - 1; key !== '' && from >= least; from--) {
    let glued = '';
    for (let to = from; to < tokens.length && glued.length < key.length; to++) {
      glued += tokens[to]!.key;
      if (glued === key) return { from, to: to + 1 };
    }
  }
  return null;
}

export function habitsOf(project: SuggestProject, files: readonly BatchFile[]): Habits {
  const holders = new Map<string, Set<string>>();
  const songs = new Set<string>();
  const plain = new Set<string>();
  /** short words that are written as words, not as codes */
  const titled = new Set<string>();
  for (const each of files) {
    const { name, claimed } = each;
    const song = songOf(each);
    songs.add(song);
    name.tokens.forEach(({ key, text }, i) => {
      const inMark = name.marks.some(({ from, to, span }) => i >= from && i < to && IN_FORM.has(span.kind));
      if (/^\p{Lu}\p{Ll}/u.test(text)) titled.add(key);
      if (!claimed[i] && !inMark && !SMALL.has(key)) holders.set(key, (holders.get(key) ?? new Set()).add(song));
    });
    for (const { from, to, strength } of name.words)
      if (to === from + 1 && (strength === 1 || strength === LIKELY)) plain.add(name.tokens[from]!.key);
  }
  const many = (held: ReadonlySet<string>, of: ReadonlySet<string>, share = 0.5): boolean =>
    [...held].filter((song) => of.has(song)).length >= Math.max(3, share * of.size);
  const numbered = new Set([...songs].filter((song) => !song.startsWith('file ')));
  const usual = [...holders].filter(([, held]) => many(held, songs) || many(held, numbered)).map(([key]) => key);
  const says = (key: string): boolean => plain.has(key) || (key.length <= 3 && !titled.has(key)) || /\d/.test(key);
  const initials = [project.title, project.artist ?? ''].map((text) =>
    keysOf(text)
      .map((key) => key[0])
      .join(''),
  );
  const album = keysOf(project.title);
  const runs = new Map(files.map((each) => [each, runOf(each.name, album)]));
  const calledSo = files.filter((each) => runs.get(each) !== null);
  const rare =
    calledSo.length > 0 && new Set(calledSo.map(songOf)).size <= Math.max(1, 0.4 * songs.size) && songs.size > 1;
  const artist = keysOf(project.artist ?? '');
  const named = files.filter((each) => {
    const mark = trackNumberOf(each, -1);
    return mark !== null && runOf(each.name, artist, mark.to)?.from === mark.to;
  });
  const own = album.join('') !== keysOf(project.artist ?? '').join('');
  return {
    called: (each, i) => {
      const run = rare && own ? runs.get(each) : null;
      return run ? i >= run.from && i < run.to : false;
    },
    selfTitled: new Set(named.map(songOf)).size === 1 && songs.size > 1 ? artist : [],
    everywhere: new Set(
      [...holders].filter(([, held]) => many(held, songs, 0.9) || many(held, numbered, 0.9)).map(([key]) => key),
    ),
    anywhere: new Set(usual.filter(says)),
    setOff: new Set(usual.filter((key) => !says(key))),
    initials: new Set(initials.filter(({ length }) => length >= 2)),
  };
}

/** The 'of' in '3 of 12'. */
export const isTotal = ({ tokens }: NameReading, i: number): boolean =>
  tokens[i]?.key === 'of' && tokens[i - 1]?.digits === true && tokens[i + 1]?.digits === true;

/**
 * True if separators or brackets, not just spaces, separate a token from its neighbours; neighbours that are `habits`
 * too belong to it.
 */
export function isSetOff({ name, tokens }: NameReading, i: number, habits: ReadonlySet<string>): boolean {
  if (tokens[i]!.bracket > 0) return true;
  const parted = (left: number): boolean => {
    const [before, after] = [tokens[left], tokens[left + 1]];
    return !before || !after || / [-–—|] |__|[([\])]/.test(name.slice(before.end, after.start));
  };
  let [from, to] = [i, i];
  while (!parted(from - 1) && habits.has(tokens[from - 1]!.key)) from--;
  while (!parted(to) && habits.has(tokens[to + 1]!.key)) to++;
  return parted(from - 1) && parted(to);
}

const isOfTitle = ({ tokens, words }: NameReading, bracket: number): boolean =>
  words.some(
    ({ from, wordClass, strength }) => strength === 1 && tokens[from]!.bracket === bracket && OF_TITLE.has(wordClass),
  );

/** Whether token `i` of a name is one of its batch's habits and says nothing about the song. */
export const isUsual =
  ({ anywhere, setOff, everywhere, initials, called }: Habits, each: BatchFile) =>
  (i: number): boolean => {
    const { name, claimed } = each;
    const { key, bracket } = name.tokens[i]!;
    // '(Live in Leeds)' on half of an album distinguishes those songs from others.
    if (bracket > 0 && !everywhere.has(key) && isOfTitle(name, bracket)) return false;
    return (
      (claimed[i] === 1 && !called(each, i)) ||
      (i === 0 && initials.has(key)) ||
      anywhere.has(key) ||
      (setOff.has(key) && isSetOff(name, i, setOff))
    );
  };
