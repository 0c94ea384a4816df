import { fold } from '../lexicon/fold.js';
import { cleanTitle } from '../reading/clean-title.js';
import { NameWords } from '../reading/name-words.js';
import type { Part } from '../reading/parts.js';
import { readName } from '../reading/read.js';
import { spelling } from '../reading/similarity.js';
import type { SongName } from '../reading/song-name.js';
import type { Token } from '../reading/tokens.js';
import { ALIKE } from './songs.js';

/** '07 Ember' as number 7. */
const withoutNumber = (tag: string, number: number | null): string =>
  Number(/^\d+/.exec(tag)?.[0]) === number ? tag.replace(/^\d+[ .-]*/, '') || tag : tag;

/** The song's title in an embedded title, without the words of a version. */
export function songOfTag(tag: string, number: number | null = null): string | null {
  const text = withoutNumber(tag, number);
  const reading = readName(text);
  const { tokens } = reading;
  if (tokens.length > 0 && tokens.every(({ digits }) => digits)) return text.trim();
  const words = new NameWords(reading, () => false);
  const parts = words.parts(0, tokens.length);
  const trimmed = parts.map((part) => words.trimmed(part));
  const known = parts[0] && trimmed[0]!.to === trimmed[0]!.from ? words.knownWords(parts[0]) : null;
  if (known) return cleanTitle(words, [known]);
  const first = trimmed.findIndex((part) => part.to > part.from);
  if (first < 0) return null;
  const last = trimmed.findLastIndex(
    (part, i) =>
      part.to > part.from &&
      (i === first || words.belongsToTitle(part) || words.isDash(part.from) || !closes(tokens, part)),
  );
  const [from, to] = [trimmed[first]!.from, trimmed[last]!.to];
  const opening = from === 0 ? 0 : tokens[from]!.start;
  return reading.name
    .slice(opening, tokens[to]?.start ?? undefined)
    .replace(/[\s\-–—([{|,_]+$/, '')
    .trim();
}

/** A bracket at the end of the title. */
const closes = (tokens: readonly Token[], { from, to }: Part): boolean =>
  tokens[from]!.bracket > 0 && (to >= tokens.length || tokens[to]!.bracket > 0);

/** Every song in the names has its own tag: then the tags name the songs, however the names are spelt. */
function tellsSongsApart(tagged: readonly { name: SongName; tag: string }[]): boolean {
  const songOf = ({ title, number }: SongName): string =>
    number ? `${number.group} ${number.position}` : fold(title ?? '');
  const tags = Map.groupBy(tagged, ({ tag }) => fold(tag));
  const songs = Map.groupBy(tagged, ({ name }) => songOf(name));
  const oneEach = (
    groups: Iterable<{ name: SongName; tag: string }[]>,
    key: (each: (typeof tagged)[number]) => string,
  ) => [...groups].every((group) => new Set(group.map(key)).size === 1);
  return (
    tags.size > 1 &&
    oneEach(tags.values(), ({ name }) => songOf(name)) &&
    oneEach(songs.values(), ({ tag }) => fold(tag))
  );
}

/**
 * Embedded titles are reliable if they agree with the names or distinguish the songs in the same way, or if the names
 * contain no titles. The same applies to number tags.
 */
export function withTags(names: readonly SongName[]): SongName[] {
  const tagged = names.map((name) => {
    const { title: tag, trackNumber: number } = name.file.file.tags ?? {};
    // '06 Ember (Instrumental)' is a separate track if the name says so.
    return { name, tag: tag ? (fold(tag) === fold(name.title ?? '') ? tag : songOfTag(tag, number ?? null)) : null };
  });
  // 'Ember' and 'Ember (Radio Edit)' with two numbers are two tracks.
  const numbers = Map.groupBy(
    tagged.filter(({ tag }) => tag !== null),
    ({ tag }) => fold(tag!),
  );
  for (const group of numbers.values()) {
    const counted = new Set(group.map(({ name }) => name.file.file.tags?.trackNumber ?? null));
    if (counted.size < 2 || counted.has(null)) continue;
    for (const each of group) {
      const { title, trackNumber } = each.name.file.file.tags!;
      each.tag = withoutNumber(title!.trim(), trackNumber ?? null);
    }
  }
  const agrees = ({ title, file }: SongName, tag: string): boolean => {
    const [a, b] = [fold(title ?? ''), fold(tag)];
    return fold(file.name.name).includes(b) || b.includes(a) || spelling(a, b) >= ALIKE;
  };
  const both = tagged.flatMap(({ name, tag }) => (name.title && tag ? [{ name, tag }] : []));
  const trusted = tellsSongsApart(both);
  const agreeing = both.filter(({ name, tag }) => agrees(name, tag)).length;
  const believed = both.length === 0 || trusted || agreeing * 2 >= both.length;
  return tagged.map(({ name, tag }) => {
    const number = name.file.file.tags?.trackNumber;
    const counted =
      number && (name.title === null || name.number === null) ? { group: '', position: number } : name.number;
    if (name.title !== null && tag && (!believed || (!trusted && !agrees(name, tag)))) return name;
    return { ...name, title: tag ?? name.title, number: tag ? counted : name.number };
  });
}
