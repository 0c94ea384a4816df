import { fold } from '../names/fold.js';
import { Segmenter } from '../names/lexicon.js';
import { type NameReading, readName } from '../names/read.js';
import { aliasesIn, matchTitle, prepareTitles, type Title, type TitleMatch } from '../names/title.js';
import { type Token, tokenize } from '../names/tokens.js';
import type { WordClass } from '../names/vocabulary.js';
import type { StudioRule, SuggestFile, SuggestProject, SuggestTrack } from '../types.js';
import {
  type FormatClass,
  formatOf,
  formatsBeside,
  type KnownLength,
  knownLengths,
  wordSharesOf,
} from './batch-facts.js';
import { compareSounds, type Sounds } from './batch-sound.js';
import { type Codes, codesOf } from './codes.js';
import { type DateOrder, dateOrderOf } from './dates.js';
import { isrcHolder } from './isrc.js';
import { type Numbering, readNumbering, trackNumberOf } from './numbering.js';
import { claimPrefix, namingWords, sharedPrefixes } from './prefix.js';
import { type OwnWord, ownWords } from './studio-words.js';

/** A file as the batch sees it: its name read, its title looked up among all tracks. */
export interface BatchFile {
  index: number;
  file: SuggestFile;
  name: NameReading;
  folder: NameReading | null;
  /** by token of the folder: part of the artist's or album's name */
  folderClaimed: Uint8Array | null;
  /** by token: part of the artist's or album's name */
  claimed: Uint8Array;
  /** by token: says nothing about the song because artist, album or the batch's habits explain it */
  explained: Uint8Array;
  /** number of tokens in front that carry no song (studio, artist, catalogue number) */
  skip: number;
  /** by token: a word of the studio's name, which says nothing of the file */
  naming: Uint8Array;
  titles: TitleMatch[];
  folderTitles: TitleMatch[] | null;
  tagTitles: TitleMatch[] | null;
  tagReading: NameReading | null;
  /** index of the track whose title the name holds beyond doubt, or −1 */
  anchor: number;
  /** index of the track that the title, the tag or the sound points at best, or −1 */
  likely: number;
  format: FormatClass;
  /** what name and folder hold beside titles and people, where a studio's own words stand */
  own: OwnWord[];
  /** the track whose slot it holds already, or −1 */
  assignedTo: number;
}

export interface Batch {
  project: SuggestProject;
  tracks: readonly SuggestTrack[];
  titles: Title[];
  titleWords: ReadonlySet<string>;
  files: BatchFile[];
  numbering: Numbering;
  /** how far embedded titles and track numbers can be believed, 0 to 1 */
  tagTrust: { title: number; number: number };
  sounds: Sounds;
  /** by track: the original's length, or that of the file that names the track most plainly */
  lengths: (KnownLength | null)[];
  /** formats that stand in the batch, by track (index) and in all */
  formats: { all: Set<FormatClass>; byTrack: Set<FormatClass>[] };
  /** the share of the names that hold a word of the class */
  wordShares: ReadonlyMap<WordClass, number>;
  /** what letters mean by which the batch tells a track's files apart */
  codes: Codes;
  /** how the batch writes dates */
  dateOrder: DateOrder;
  /** the studio's rules by their word */
  rules: ReadonlyMap<string, StudioRule[]>;
}

const keysOf = (text: string): string[] => tokenize(text).map((token) => token.key);

/** Tokens that read as one of the `names` (artist, album), each looked for as a whole. */
function claim(reading: NameReading, names: string[][], claimed: Uint8Array): void {
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

const initialsOf = (keys: string[]): string => keys.map((key) => key[0] ?? '').join('');

/** Words that at least the given share of the names hold, three names at least. */
function wordsOf(readings: NameReading[], share: number): Set<string> {
  const count = new Map<string, number>();
  for (const reading of readings)
    for (const key of new Set(reading.tokens.map((token) => token.key))) count.set(key, (count.get(key) ?? 0) + 1);
  const enough = Math.max(3, share * readings.length);
  return new Set([...count].filter(([, n]) => n >= enough).map(([key]) => key));
}

function strong(matches: TitleMatch[]): number {
  let best = -1;
  let second = 0;
  let top = 0;
  matches.forEach((match, t) => {
    const score = match.cover * match.quality;
    if (score > top) {
      second = top;
      top = score;
      best = t;
    } else if (score > second) second = score;
  });
  return top >= 0.8 && top - second >= 0.12 ? best : -1;
}

function likelyTrack(file: BatchFile, batch: Batch): number {
  const length = file.file.durationS;
  const fits = (known: KnownLength | null | undefined): boolean =>
    Boolean(known && known.file !== file.index && length && Math.abs(known.seconds - length) <= 1);
  const asLong = batch.lengths.filter(fits).length;
  const recorded = isrcHolder(batch.tracks, file.name.isrc) ?? isrcHolder(batch.tracks, file.file.tags?.isrc);
  const scores = file.titles.map((match, t) => {
    const relation = batch.sounds.ofTrack(file.index, t);
    const sound = relation === 'same' || relation === 'retouched' || relation === 'changed' ? 1 : 0;
    const tag = file.tagTitles?.[t];
    const mark = trackNumberOf(file, t);
    const numbered =
      mark !== null && mark.position + batch.numbering.offset(mark.group) === batch.tracks[t]?.trackNumber;
    const timed = asLong === 1 && fits(batch.lengths[t]);
    const named = Math.max(
      match.cover * match.quality,
      0.7 * (tag ? tag.cover * tag.quality : 0),
      sound,
      recorded !== undefined && recorded === batch.tracks[t] ? 1 : 0,
    );
    const placed = (numbered ? 0.6 * batch.numbering.trust(mark.group) : 0) + (timed ? 0.58 : 0);
    // a cut or misspelt title is settled by number and length
    return Math.max(named, placed, 0.6 * named + placed);
  });
  const best = scores.indexOf(Math.max(...scores));
  return (scores[best] ?? 0) >= 0.55 ? best : -1;
}

function tagTrust(files: BatchFile[], tracks: readonly SuggestTrack[]): Batch['tagTrust'] {
  const votes = { title: [0, 0], number: [0, 0] };
  for (const { anchor, tagTitles, file } of files) {
    if (anchor < 0) continue;
    const title = tagTitles ? strong(tagTitles) : -1;
    if (title >= 0) votes.title[title === anchor ? 0 : 1]!++;
    const number = file.tags?.trackNumber;
    if (number) votes.number[number === tracks[anchor]?.trackNumber ? 0 : 1]!++;
  }
  const trust = ([agree, differ]: number[]): number => ((agree ?? 0) + 2) / ((agree ?? 0) + (differ ?? 0) * 2 + 2);
  return { title: trust(votes.title), number: trust(votes.number) };
}

/** The title or, where that is not in the name, a working title. */
function matchEither(name: NameReading, title: Title, aliases: readonly Title[], claimed: Uint8Array): TitleMatch {
  let best = matchTitle(name, title, claimed);
  for (const alias of aliases) {
    const match = matchTitle(name, alias, claimed);
    const quality = match.quality * 0.95;
    if (match.cover * quality > best.cover * best.quality + 0.1) best = { ...match, quality, alias: alias.text };
  }
  return best;
}

/** Reads a whole batch: every name against every title, then what only the batch together can tell. */
export function readBatch(
  project: SuggestProject,
  tracks: readonly SuggestTrack[],
  input: readonly SuggestFile[],
  rules: readonly StudioRule[] = [],
): Batch {
  const titles = prepareTitles(tracks.map((track) => track.title));
  const aliases = tracks.map((track) => aliasesIn(track.notes).flatMap((alias) => prepareTitles([alias])));
  const titleKeys = new Set(titles.flatMap((title) => title.words.map((word) => word.key)));
  const wholeTitles = new Set(titles.flatMap((title) => title.forms.map((form) => form.key)));
  const artist = keysOf(project.artist ?? '');
  const album = keysOf(project.title);
  const bare = (keys: string[]): string[] =>
    keys.length > 1 && /^(the|a|die|der|das|el|la|los|les|le)$/.test(keys[0] ?? '') ? keys.slice(1) : keys;
  const names = [artist, bare(artist), album, bare(album)].filter(
    (keys) => keys.length > 0 && !wholeTitles.has(keys.join('')),
  );
  const known = new Set([...artist, ...album]);
  const segmenter = new Segmenter(new Set([...titleKeys, ...[...known].filter((key) => key.length >= 4)]));
  const initials = new Set(
    [artist, bare(artist), album, bare(album)].map(initialsOf).filter((text) => text.length >= 2),
  );

  const ofPeople = ({ key }: Token): boolean => initials.has(key) || (known.has(key) && !titleKeys.has(key));

  const firstReadings = input.map((file) => readName(lastPart(file.name), segmenter));
  const common = new Set([...wordsOf(firstReadings, 0.5)].filter((key) => !titleKeys.has(key)));
  const everywhere = wordsOf(firstReadings, 0.8);
  const prefixes = sharedPrefixes(firstReadings, titles);
  const files = input.map((file, index): BatchFile => {
    let name = firstReadings[index]!;
    const claimed = new Uint8Array(name.tokens.length);
    claim(name, names, claimed);
    const ours = (i: number): boolean => ofPeople(name.tokens[i]!) || known.has(name.tokens[i]!.key);
    const naming = (end: number): Uint8Array => namingWords(name, end, ours);
    claimPrefix(name, prefixes[index] ?? 0, naming, claimed);
    const explained = Uint8Array.from(name.tokens, (token, i) =>
      claimed[i] || common.has(token.key) || ofPeople(token) ? 1 : 0,
    );
    let skip = 0;
    for (; skip < name.tokens.length; skip++) {
      const token = name.tokens[skip];
      const catalogue = name.marks.some(
        (mark) => mark.span.kind === 'catalogue' && skip >= mark.from && skip < mark.to,
      );
      // 'RAUTE07_03': what is glued to the catalogue's letters in nearly every name counts no track
      const numbered = token?.digits && !(token.glued && everywhere.has(token.key));
      if (!catalogue && (!explained[skip] || numbered)) break;
    }
    if (skip >= name.tokens.length) skip = 0;
    if (skip > 0) name = readName(lastPart(file.name), segmenter, skip);
    const folderText = file.folder ?? (file.name.includes('/') ? file.name.slice(0, file.name.lastIndexOf('/')) : '');
    const folder = folderText ? readName(folderText, segmenter) : null;
    const folderClaimed = folder ? new Uint8Array(folder.tokens.length) : null;
    if (folder && folderClaimed) claim(folder, names, folderClaimed);
    const tagReading = file.tags?.title ? readName(file.tags.title, segmenter) : null;
    const none = (reading: NameReading): Uint8Array => new Uint8Array(reading.tokens.length);
    return {
      index,
      file,
      name,
      folder,
      folderClaimed,
      claimed,
      explained,
      skip,
      naming: naming(skip),
      titles: titles.map((title, t) => matchEither(name, title, aliases[t] ?? [], claimed)),
      folderTitles: folder ? titles.map((title) => matchTitle(folder, title, none(folder))) : null,
      tagTitles: tagReading ? titles.map((title) => matchTitle(tagReading, title, none(tagReading))) : null,
      tagReading,
      anchor: -1,
      likely: -1,
      format: formatOf(file, name),
      own: [],
      assignedTo: file.assigned ? tracks.findIndex((track) => track.id === file.assigned?.trackId) : -1,
    };
  });
  for (const file of files) {
    file.anchor = strong(file.titles);
    file.own = ownWords(file, ofPeople);
  }
  const batch: Batch = {
    project,
    tracks,
    titles,
    titleWords: titleKeys,
    files,
    numbering: readNumbering(tracks, files),
    tagTrust: tagTrust(files, tracks),
    sounds: compareSounds(tracks, files),
    lengths: knownLengths(tracks, files),
    formats: { all: new Set(), byTrack: [] },
    wordShares: wordSharesOf(files),
    codes: new Map(),
    dateOrder: dateOrderOf(files),
    rules: Map.groupBy(rules, (rule) => rule.word),
  };
  for (const file of files) file.likely = likelyTrack(file, batch);
  batch.codes = codesOf(files);
  batch.formats = formatsBeside(files, tracks.length);
  return batch;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True when two names of people or bands mean the same, e.g. with and without article or guests. */
export function sameArtist(a: string, b: string): boolean {
  const [x, y] = [fold(a), fold(b)];
  return x !== '' && y !== '' && (x.includes(y) || y.includes(x));
}
