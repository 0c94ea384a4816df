import { fold } from '../names/fold.js';
import { readName } from '../names/read.js';
import { spelling } from '../names/similarity.js';
import { cleanTitle } from './clean-title.js';
import { NameWords } from './name-words.js';
import type { SongName } from './song-name.js';
import { ALIKE } from './songs.js';

/** The song's title in an embedded title, without the words of a version. */
export function songOfTag(text: string): string | null {
  const reading = readName(text);
  const words = new NameWords(reading, () => false);
  const parts = words.parts(0, reading.tokens.length);
  const [main, ...more] = parts.map((part) => words.trimmed(part));
  if (!main) return null;
  if (main.to === main.from) {
    const known = words.knownWords(parts[0]!);
    return known && cleanTitle(words, [known]);
  }
  const rest = more.filter((part) => part.to > part.from && (words.belongsToTitle(part) || words.isDash(part.from)));
  return cleanTitle(words, [main, ...rest]);
}

/** Every song of the names has one tag of its own: the tags name the songs, however the names spell them. */
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
 * Embedded titles are believed where they agree with the names, tell the songs apart as these do, or where the names
 * hold none; number tags likewise.
 */
export function withTags(names: readonly SongName[]): SongName[] {
  const tagged = names.map((name) => {
    const tag = name.file.file.tags?.title;
    // '06 Ember (Instrumental)' is a track of its own where the name says so
    return { name, tag: tag ? (fold(tag) === fold(name.title ?? '') ? tag : songOfTag(tag)) : null };
  });
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
