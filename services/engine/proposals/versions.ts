import { fold } from '../lexicon/fold.js';
import { type WordClass, wordsOf } from '../lexicon/words.js';
import type { Habits } from '../reading/habits.js';
import type { NameWords } from '../reading/name-words.js';
import type { Part } from '../reading/parts.js';
import type { WordMark } from '../reading/read.js';
import { saying, type SongName } from '../reading/song-name.js';
import { SERIES } from '../reading/thresholds.js';
import { BEHIND, OF_TITLE } from '../reading/title-words.js';

/** Too many other titles begin with a shorter one. */
const TELLING = 3;
/** 'corrected', 'korrigiert': the same song again. */
const FINAL = wordsOf('final');
const TAKE = wordsOf('take-label');
const CUTDOWN = /^(?:6|10|15|20|30|45|60|90|120)$/;

/** Versions that are never tracks of their own, whatever their number. */
const FORMATS = new Set<WordClass>(['streaming', 'vinyl', 'hires', 'cd']);

const kindOf = ({ number }: SongName): string | undefined => number?.group.split(' ')[0];
const keyOf = ({ title }: SongName): string => fold(title ?? '');
const place = ({ number }: SongName): string | null => number && `${number.group} ${number.position}`;

/** Classes of the known words among tokens `from` to `to`. */
function classesIn({ words }: SongName, from: number, to: number): WordClass[] {
  const said = words.reading.words.filter(
    (word) => word.from >= from && word.to <= to && (word.wordClass !== 'filler' || words.classes[word.from] !== null),
  );
  return said.map(({ wordClass }) => wordClass);
}

/** 'Ember' in 'Ember FULL' and 'Ember 30' with the same number. */
function sharedBeginnings(names: readonly SongName[]): SongName[] {
  const groups = Map.groupBy(
    names.filter((name) => place(name) !== null && name.parts.length === 1),
    place,
  );
  return [...groups.values()].flatMap((group) => {
    if (new Set(group.map(keyOf)).size < 2) return [];
    const keys = group.map(({ words, parts }) =>
      words.reading.tokens.slice(parts[0]!.from, parts[0]!.to).map(({ key }) => key),
    );
    let shared = 0;
    while (keys.every((each) => each[shared] !== undefined && each[shared] === keys[0]![shared])) shared++;
    const title = keys[0]!.slice(0, shared).join('');
    return shared > 0 && keys.every(({ length }) => length > shared) ? [{ ...group[0]!, title }] : [];
  });
}

/** 'INSTR Ember' beside 'Ember'. */
function beginsWithVersion(name: SongName, holders: ReadonlyMap<string, readonly SongName[]>): Part | null {
  const main = name.parts[0]!;
  const { tokens } = name.words.reading;
  let from = main.from;
  while (from < main.to && name.words.isBehind(from)) from++;
  const rest = tokens
    .slice(from, main.to)
    .map(({ key }) => key)
    .join('');
  return from > main.from && rest.length >= TELLING && holders.has(rest) ? { from, to: main.to } : null;
}

/**
 * 'Ember rehearsal phone' beside 'Ember' is a version of it: after another file's title there is a word of versions or
 * a length, and no separate number.
 */
export function withoutVersions(names: readonly SongName[], habits: Habits): SongName[] {
  const holders = Map.groupBy([...names, ...sharedBeginnings(names)], keyOf);
  return names.map((name) => {
    const [main, ...more] = name.parts;
    if (!main || main.to - main.from < 2) return name;
    const { tokens } = name.words.reading;
    const whole = keyOf(name);
    const ahead = beginsWithVersion(name, holders);
    if (ahead) return saying({ ...name, parts: [ahead, ...more] }, habits);
    for (let cut = main.to - 1; cut > main.from; cut--) {
      const key = tokens
        .slice(main.from, cut)
        .map((token) => token.key)
        .join('');
      const bases = key.length >= TELLING && key !== whole ? (holders.get(key) ?? []) : [];
      const own = place(name);
      const base = bases.find((other) => own === null || place(other) === null || place(other) === own);
      if (!base) continue;
      const said = classesIn(name, cut, main.to);
      const length = CUTDOWN.test(tokens[cut]!.key) && cut === main.to - 1;
      const surround = own !== null && own === place(base) && tokens.slice(cut, main.to).every(({ digits }) => digits);
      const another = said.some((of) => OF_TITLE.has(of)) && !(own !== null && own === place(base));
      const revised = tokens.slice(cut, main.to).every(({ key: word }) => FINAL.has(word));
      if ((said.length === 0 && !length && !surround && !revised) || another) continue;
      return saying({ ...name, parts: [{ from: main.from, to: cut }, ...more] }, habits);
    }
    return name;
  });
}

/**
 * Words that all versions with one number have before the words that distinguish them: 'County Line Clean MAIN', '…
 * INST'.
 */
export function withSharedWords(names: readonly SongName[], habits: Habits): SongName[] {
  const songs = Map.groupBy(names, place);
  return names.map((name) => {
    const own = place(name);
    const main = name.parts.at(-1);
    const others = own === null ? [] : songs.get(own)!;
    if (!main || name.parts.length !== 1 || others.length < 2) return name;
    const rest = (each: SongName): string[] => {
      const from = each.parts[0]?.to ?? 0;
      return each.words.reading.tokens.slice(from).map(({ key }) => key);
    };
    if (others.some((other) => keyOf(other) !== keyOf(name))) return name;
    const tails = others.map(rest);
    let shared = 0;
    while (tails.every((tail) => tail[shared] !== undefined && tail[shared] === tails[0]![shared])) shared++;
    const to = main.to + shared;
    const { tokens } = name.words.reading;
    const versions = new Set(
      others.map((other) => classesIn(other, other.parts[0]!.to + shared, other.words.reading.tokens.length).join()),
    );
    const words = tokens.slice(main.to, to);
    const plain = words.every(
      ({ bracket, digits }, at) =>
        bracket === 0 && !digits && !name.words.isMute(main.to + at) && !name.words.isApart(main.to + at),
    );
    const said = classesIn(name, main.to, to);
    const ofSong = said.length > 0 && said.every((of) => of !== 'main' && of !== 'filler' && of !== 'reference');
    if (shared === 0 || !plain || !ofSong || versions.size < 2 || versions.has('')) return name;
    return saying({ ...name, parts: [{ from: main.from, to }] }, habits);
  });
}

/** Words that make a version of a song: not 'Master', but 'Original Mix'. */
const isVersion = ({ words }: SongName, { wordClass, strength, from, to }: WordMark): boolean =>
  !FORMATS.has(wordClass) &&
  wordClass !== 'filler' &&
  (wordClass !== 'main' || to > from + 1) &&
  (strength === 1 || words.classes[from] !== null);

/** 'Ember (Demo)' as number 7, if number 2 is 'Ember': a separate track, whose title includes those words. */
export function withOwnNumbers(names: readonly SongName[], habits: Habits): SongName[] {
  const songs = Map.groupBy(names, place);
  return names.map((name) => {
    const own = place(name);
    const main = name.parts[0];
    if (own === null || !main || name.parts.length > 1) return name;
    const key = keyOf(name);
    const { words: marks, tokens, revisions } = name.words.reading;
    const taken = revisions.find(({ from, label }) => from === main.to && TAKE.has(label));
    const said = marks.filter((mark) => mark.from >= main.to && isVersion(name, mark));
    const first = said[0];
    const to = taken?.to ?? (first && first.from <= main.to + 1 ? first.to : 0);
    if (to === 0 || key.length < TELLING || saysFormat(name, main.to)) return name;
    const tail = (each: SongName): string =>
      each.words.reading.tokens
        .slice(each.parts[0]?.to ?? 0, to - main.to + (each.parts[0]?.to ?? 0))
        .map(({ key: word }) => word)
        .join(' ');
    if (songs.get(own)!.some((other) => keyOf(other) !== key || tail(other) !== tail(name))) return name;
    const based = names.some(
      (other) =>
        kindOf(other) === kindOf(name) &&
        place(other) !== own &&
        other.foreign === null &&
        keyOf(other).startsWith(key),
    );
    if (!based) return name;
    let end = to;
    while (said.some((mark) => mark.from === end)) end = said.find((mark) => mark.from === end)!.to;
    const from = taken?.from ?? first!.from;
    const bracketed = tokens[from]!.bracket > 0;
    const dashed = !bracketed && name.words.isDash(from);
    const parts = bracketed || dashed ? [main, { from, to: end }] : [{ from: main.from, to: end }];
    return saying({ ...name, parts }, habits);
  });
}

const saysFormat = ({ words }: SongName, least: number): boolean =>
  words.reading.words.some(
    ({ from, wordClass, strength }) => from >= least && strength === 1 && FORMATS.has(wordClass),
  );

/** The tokens after token `from`, with all digits replaced by the same one. */
const tailFrom = ({ words }: SongName, from: number): string =>
  words.reading.tokens
    .slice(from)
    .map(({ key, digits }) => (digits ? '#' : key))
    .join(' ');

/** 'Stem (mastered 17-4)' beside 'Root (mastered 17-4)' and 'Leaf (mastered 19-4)' is a song with that name. */
export function withSharedTails(names: readonly SongName[], habits: Habits): SongName[] {
  const songs = new Map<string, Set<string>>();
  for (const name of names) {
    const end = name.parts.at(-1)?.to;
    if (end === undefined || name.foreign !== null || name.number !== null) continue;
    const tail = tailFrom(name, end);
    if (tail) songs.set(tail, (songs.get(tail) ?? new Set()).add(keyOf(name)));
  }
  return names.map((name) => {
    if (name.number !== null || (name.title !== null && name.foreign === null)) return name;
    const { tokens } = name.words.reading;
    for (let to = 1; to < tokens.length && name.words.firstFrom(0) === 0 && !name.words.isApart(to); to++) {
      const known = classesIn(name, to, tokens.length).some((of) => of !== 'filler');
      if (known && (songs.get(tailFrom(name, to))?.size ?? 0) >= SERIES.least)
        return saying({ ...name, parts: [{ from: 0, to }] }, habits);
    }
    return name;
  });
}

/** Shorter words are codes and initials. */
const SHORT = 3;

/** Words of other titles from token `from` on, not codes or versions: '01 Rain' beside '02 Rain Song'. */
function habitFrom(words: NameWords, from: number): Part | null {
  const { tokens, words: known } = words.reading;
  const isNamed = (i: number): boolean =>
    words.isHabit(i) && !tokens[i]!.digits && tokens[i]!.key.length > SHORT && !BEHIND.has(words.classes[i]!);
  let to = from;
  while (to < tokens.length && isNamed(to)) to++;
  const isFiller = known.some((word) => word.wordClass === 'filler' && from >= word.from && from < word.to);
  return to > from && !isFiller ? { from, to } : null;
}

/** '05 Final' and '06 Album' beside numbered titles can only be titles. */
export function withBareTitles(names: readonly SongName[], habits: Habits): SongName[] {
  const songs = Map.groupBy(names, place);
  songs.delete(null);
  const titled = new Set([...songs].filter(([, all]) => all.some(({ title }) => title !== null)).map(([key]) => key));
  if (titled.size < SERIES.share * songs.size || titled.size < 2) return [...names];
  return names.map((name) => {
    const own = place(name);
    if (name.title !== null || own === null || titled.has(own)) return name;
    const said = name.words.parts(name.at.to, name.words.reading.tokens.length)[0];
    const part = said?.from === name.words.firstFrom(name.at.to) ? said : habitFrom(name.words, name.at.to);
    if (!part) return name;
    let { to } = part;
    while (to > part.from + 1 && name.words.classes[to - 1] === 'main') to--;
    return saying({ ...name, parts: [{ from: part.from, to }] }, habits);
  });
}

/** '01 Low Water Mark' has that title if its tag says so, whatever 'watermark' means elsewhere. */
export function withTaggedWords(names: readonly SongName[], habits: Habits): SongName[] {
  return names.map((name) => {
    const tag = fold(name.file.file.tags?.title ?? '');
    if (tag === '' || place(name) === null || keyOf(name) === tag) return name;
    const { tokens } = name.words.reading;
    const whole = name.words.parts(name.at.to, tokens.length).find(
      ({ from, to }) =>
        tokens
          .slice(from, to)
          .map(({ key }) => key)
          .join('') === tag,
    );
    return whole ? saying({ ...name, parts: [whole] }, habits) : name;
  });
}
