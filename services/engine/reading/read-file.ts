import type { SuggestFile, SuggestTrack } from '../types.js';
import type { BatchFile } from './batch-file.js';
import { formatOf } from './format-class.js';
import type { Segmenter } from './lexicon.js';
import { claimPrefix, sharedWords, studioNameWords } from './prefix.js';
import { claimNames, type ProjectNames } from './project-names.js';
import { type NameReading, readName } from './read.js';
import { WHOLE_TITLE } from './thresholds.js';
import { matchTitle, type Title, type TitleMatch } from './title.js';

/** The project's texts that are needed to read file names. */
export interface ProjectTexts {
  titles: Title[];
  /** by track: working titles in its notes */
  aliases: readonly (readonly Title[])[];
  names: ProjectNames;
  segmenter: Segmenter;
}

/** Texts and words that are needed to read any file of a batch. */
export interface ReadingTable extends ProjectTexts {
  tracks: readonly SuggestTrack[];
  /** earlier results with the same table, by the file's texts */
  known: Map<string, Texts>;
  /** words that half of the names contain and no title does */
  common: ReadonlySet<string>;
  /** words that nearly all names contain */
  everywhere: ReadonlySet<string>;
}

/** A working title counts a little less than the title … */
const ALIAS_SHARE = 0.95;
/** … and only if it matches this much better, so that a title's own words are not taken for it. */
const ALIAS_LEAD = 0.1;

/** The title or, if the name does not contain it, a working title. */
function matchEither(name: NameReading, title: Title, aliases: readonly Title[], claimed: Uint8Array): TitleMatch {
  let best = matchTitle(name, title, claimed);
  for (const alias of aliases) {
    const match = matchTitle(name, alias, claimed);
    const quality = match.quality * ALIAS_SHARE;
    if (match.cover * quality > best.cover * best.quality + ALIAS_LEAD) best = { ...match, quality, alias: alias.text };
  }
  return best;
}

/** How many leading tokens name artist, studio or catalogue number; 0 if the whole name does. */
function prefixLength(name: NameReading, explained: Uint8Array, everywhere: ReadonlySet<string>): number {
  let skip = 0;
  for (; skip < name.tokens.length; skip++) {
    const token = name.tokens[skip];
    const catalogue = name.marks.some(
      ({ from, to, span }) => (span.kind === 'catalogue' || span.kind === 'barcode') && skip >= from && skip < to,
    );
    // 'RAUTE07_03': a number attached to the catalogue letters in nearly every name does not count tracks.
    const numbered = token?.digits && !(token.glued && everywhere.has(token.key));
    if (!catalogue && (!explained[skip] || numbered)) break;
  }
  return skip < name.tokens.length ? skip : 0;
}

const none = (reading: NameReading): Uint8Array => new Uint8Array(reading.tokens.length);

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Everything that a file's texts show, independent of its sound. */
export type Texts = Pick<
  BatchFile,
  | 'name'
  | 'folder'
  | 'folderClaimed'
  | 'claimed'
  | 'explained'
  | 'skip'
  | 'ofStudioName'
  | 'titles'
  | 'folderTitles'
  | 'tagTitles'
  | 'tagReading'
>;

const MOST_KNOWN = 4000;

/** Reads a file's name again once its batch is known, together with its folder and embedded title. */
export function readFile(
  table: ReadingTable,
  file: SuggestFile,
  index: number,
  firstReading: NameReading,
  prefix: number,
): BatchFile {
  const id = JSON.stringify([file.name, file.folder, file.tags?.title, prefix]);
  const texts = table.known.get(id) ?? readTexts(table, file, firstReading, prefix);
  if (table.known.size >= MOST_KNOWN) table.known.clear();
  table.known.set(id, texts);
  return {
    ...texts,
    index,
    file,
    place: null,
    anchor: -1,
    likely: -1,
    format: formatOf(file, texts.name),
    studioWords: [],
    assignedTo: file.assigned ? table.tracks.findIndex((track) => track.id === file.assigned?.trackId) : -1,
  };
}

/** 'Ember - Low Tide': an album's name is not the song of that name if another song follows it. */
function claimAlbum(
  reading: NameReading,
  album: readonly string[] | null,
  titles: readonly Title[],
  claimed: Uint8Array,
): void {
  const from = album ? reading.tokens.findIndex(({ key }) => key === album[0]) : -1;
  if (!album || from < 0 || !album.every((key, i) => reading.tokens[from + i]?.key === key)) return;
  const before = claimed.slice();
  before.fill(1, 0, from + album.length);
  const isFollowed = titles.some((title) => {
    const { how, cover, consumed } = matchTitle(reading, title, before);
    const at = consumed.indexOf(1);
    return how === 'exact' && cover > WHOLE_TITLE && at >= from + album.length && !reading.tokens[at]!.digits;
  });
  if (isFollowed) claimed.fill(1, from, from + album.length);
}

function readTexts(table: ReadingTable, file: SuggestFile, firstReading: NameReading, prefix: number): Texts {
  const { names, titles, segmenter } = table;
  const claimed = none(firstReading);
  claimNames(firstReading, names.whole, claimed);
  claimAlbum(firstReading, names.titleTrack, titles, claimed);
  const ours = (i: number): boolean => {
    const token = firstReading.tokens[i]!;
    return names.ofPeople(token) || names.words.has(token.key);
  };
  claimPrefix(firstReading, prefix, studioNameWords(firstReading, prefix, ours), claimed);
  // The letter of 'A1' is in half of the names too, but is not a habit.
  const ofSide = (i: number): boolean =>
    firstReading.marks.some(
      ({ from, to, span }) =>
        span.kind === 'side' &&
        i >= from &&
        i < to &&
        firstReading.tokens.slice(from, to).some(({ key }) => !table.everywhere.has(key)),
    );
  const explained = Uint8Array.from(firstReading.tokens, (token, i) =>
    claimed[i] || (table.common.has(token.key) && !ofSide(i)) || names.ofPeople(token) ? 1 : 0,
  );
  const skip = prefixLength(firstReading, explained, table.everywhere);
  const reread = skip > 0 ? readName(lastPart(file.name), segmenter, skip) : firstReading;
  const matches = titles.map((title, t) => matchEither(reread, title, table.aliases[t] ?? [], claimed));
  const shared = sharedWords(reread, table.everywhere, names.initials, (i) =>
    matches.some(({ how, consumed }) => how === 'exact' && consumed[i]),
  );
  const name = { ...reread, words: reread.words.filter(({ from }) => !shared[from]) };
  const ofStudioName = studioNameWords(name, skip, ours).map((on, i) => on || shared[i]!);
  const folderText = file.folder ?? (file.name.includes('/') ? file.name.slice(0, file.name.lastIndexOf('/')) : '');
  const folder = folderText ? readName(folderText, segmenter) : null;
  const folderClaimed = folder && none(folder);
  if (folder && folderClaimed) claimNames(folder, names.whole, folderClaimed);
  const tagReading = file.tags?.title ? readName(file.tags.title, segmenter) : null;
  const matchesIn = (reading: NameReading | null): TitleMatch[] | null =>
    reading && titles.map((title) => matchTitle(reading, title, none(reading)));
  return {
    name,
    folder,
    folderClaimed,
    claimed,
    explained,
    skip,
    ofStudioName,
    titles: matches,
    folderTitles: matchesIn(folder),
    tagTitles: matchesIn(tagReading),
    tagReading,
  };
}
