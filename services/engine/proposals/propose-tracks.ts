import { readBatch } from '../batch/read-batch.js';
import type { BatchFile } from '../batch/types.js';
import { fold } from '../names/fold.js';
import { abbreviation, numberOf, spelling } from '../names/similarity.js';
import { tokenize } from '../names/tokens.js';
import type { SuggestFile, SuggestProject } from '../types.js';
import { habitsOf } from './habits.js';
import { PART, readSong, type SongName, songOfTag } from './song-name.js';

export interface KnownTrack {
  trackNumber: number;
  title: string;
}

export interface TrackProposal {
  trackNumber: number;
  /** empty where neither names nor tags say one */
  title: string;
  isrc: string | null;
  fileIds: string[];
  /** what an engineer should look at before making it; none when number and title stand in the names */
  doubts: string[];
}

export interface TrackProposals {
  /** by number, without those that exist already */
  tracks: TrackProposal[];
  /** files that are no version of a song, and why */
  leftOut: { fileId: string; why: string }[];
}

interface Song {
  number: number | null;
  /** folded title, '' for none */
  key: string;
  names: SongName[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** From here on two folded titles of one number are spellings of one title. */
const ALIKE = 0.7;
/** The same where no number holds them together. */
const VERY_ALIKE = 0.85;
/** Shorter titles that differ in one letter may be two: 'Dear Joan' and 'Dear John'. */
const LONG = 10;

const keysOf = (text: string): string[] => tokenize(text).map((token) => token.key);

/** Without words for 'part', numerals as digits: 'Tidewater, Pt. II' and 'Tidewater Part 2' are one. */
const canonical = (title: string): string =>
  keysOf(title)
    .filter((key) => !PART.test(key))
    .map((key, i) => (i > 0 ? (numberOf(key) ?? key) : key))
    .join(' ');

/** What tells 'Part I' from 'Part II' and 'Avenue A' from 'Avenue D'. */
const numeralsOf = (title: string): string =>
  keysOf(title)
    .flatMap((key, i) => numberOf(key) ?? (i > 0 && key.length === 1 ? key : []))
    .join();

const titleOf = (song: Song): string => song.names.find(({ title }) => title)?.title ?? '';

function alike(one: Song, other: Song, from: number): boolean {
  if (one.key === '' || other.key === '' || numeralsOf(titleOf(one)) !== numeralsOf(titleOf(other))) return false;
  if (canonical(titleOf(one)) === canonical(titleOf(other))) return true;
  const [short, long] = one.key.length <= other.key.length ? [one, other] : [other, one];
  return (
    (spelling(short.key, long.key) >= from && (from === ALIKE || short.key.length >= LONG)) ||
    (short.key.length >= 6 && long.key.startsWith(short.key) && from === ALIKE) ||
    abbreviation(short.key, keysOf(titleOf(long))) >= from
  );
}

/** Embedded titles are believed where they agree with the names, or where those hold none; number tags likewise. */
function withTags(names: SongName[]): SongName[] {
  const tagged = names.map((name) => {
    const tag = name.file.file.tags?.title;
    return { name, tag: tag ? songOfTag(tag) : null };
  });
  const agrees = ({ title, file }: SongName, tag: string): boolean => {
    const [a, b] = [fold(title ?? ''), fold(tag)];
    return fold(file.name.name).includes(b) || b.includes(a) || spelling(a, b) >= ALIKE;
  };
  const both = tagged.filter(({ name, tag }) => name.title && tag);
  const agreeing = both.filter(({ name, tag }) => agrees(name, tag!)).length;
  if (both.length > 0 && agreeing * 2 < both.length) return names;
  return tagged.map(({ name, tag }) => {
    const number = name.file.file.tags?.trackNumber;
    const counted =
      number && (name.title === null || name.number === null) ? { group: '', position: number } : name.number;
    const untitled = name.title === null || !tag;
    return untitled || agrees(name, tag)
      ? { ...name, title: tag ?? name.title, number: tag ? counted : name.number }
      : name;
  });
}

/** Sides and discs count on where the one before ended. */
function numbersOf(names: readonly SongName[]): (name: SongName) => number | null {
  const highest = new Map<string, number>();
  for (const { number } of names) {
    if (number) highest.set(number.group, Math.max(highest.get(number.group) ?? 0, number.position));
  }
  const kindOf = (group: string): string => group.split(' ')[0]!;
  const groups = [...highest.keys()].sort();
  const before = (group: string): number =>
    groups
      .filter((other) => other !== '' && other < group && kindOf(other) === kindOf(group))
      .reduce((sum, other) => sum + highest.get(other)!, 0);
  return ({ number }) => number && (number.group === '' ? number.position : before(number.group) + number.position);
}

function gather(names: SongName[]): Song[] {
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

/** Joins songs that are one: `same` decides, the one with more files stays. */
function merge(songs: Song[], same: (kept: Song, other: Song) => boolean): Song[] {
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

function join(songs: Song[]): Song[] {
  const numbered = merge(songs, (kept, other) => {
    if (kept.number === null || other.number !== kept.number) return false;
    return other.key === '' || alike(kept, other, ALIKE);
  });
  return merge(numbered, (kept, other) => {
    if (kept.number !== null && other.number !== null) return false;
    return (kept.key !== '' && kept.key === other.key) || alike(kept, other, VERY_ALIKE);
  });
}

/** The spelling that most files have; of equals the one with accents, brackets and capitals. */
function bestTitle({ names }: Song): string {
  const votes = new Map<string, number>();
  for (const { title } of names) if (title) votes.set(title, (votes.get(title) ?? 0) + 1);
  const richness = (title: string): number => title.length + 2 * title.replace(/[\p{ASCII}]/gu, '').length;
  return (
    [...votes].sort((a, b) => b[1] - a[1] || richness(b[0]) - richness(a[0]) || a[0].localeCompare(b[0]))[0]?.[0] ?? ''
  );
}

function isrcOf({ names }: Song): string | null {
  const isrcs = (some: readonly SongName[]): string[] => [
    ...new Set(some.flatMap(({ file }) => file.name.isrc ?? file.file.tags?.isrc ?? [])),
  ];
  const own = isrcs(names.filter(({ version }) => !version));
  const found = own.length > 0 ? own : isrcs(names);
  return found.length === 1 ? found[0]! : null;
}

/** 'Ember Snippet' beside 'Ember', or 'Room Tone' where songs are numbered, is no song of its own. */
function isStray(song: Song, songs: readonly Song[], mostlyNumbered: boolean): boolean {
  if (!song.names.every(({ doubtful }) => doubtful)) return false;
  const extends_ = songs.some((other) => other !== song && other.key.length >= 3 && song.key.startsWith(other.key));
  return extends_ || (mostlyNumbered && song.number === null);
}

function spare(taken: ReadonlySet<number>, from: number): number {
  let number = from;
  while (taken.has(number)) number++;
  return number;
}

/** Numbers for those without one: the gaps when they fit exactly, otherwise what follows the highest. */
function numbered(
  songs: Song[],
  known: readonly KnownTrack[],
): { song: Song; trackNumber: number; doubts: string[] }[] {
  const taken = new Set(known.map(({ trackNumber }) => trackNumber));
  const result: { song: Song; trackNumber: number; doubts: string[] }[] = [];
  const open: { song: Song; why: string | null }[] = [];
  for (const song of [...songs].sort((a, b) => b.names.length - a.names.length)) {
    if (song.number === null || song.number < 1) open.push({ song, why: null });
    else if (taken.has(song.number)) open.push({ song, why: `${song.number} is another track’s number` });
    else {
      taken.add(song.number);
      result.push({ song, trackNumber: song.number, doubts: [] });
    }
  }
  const first = ({ song }: { song: Song }): string =>
    song.names.map(({ file }) => file.file.name).sort(collator.compare)[0]!;
  const highest = Math.max(0, ...taken);
  const gaps = Array.from({ length: highest }, (_, i) => i + 1).filter((number) => !taken.has(number));
  const from = gaps.length === open.length ? 1 : highest + 1;
  for (const { song, why } of open.sort((a, b) => collator.compare(first(a), first(b)))) {
    const trackNumber = spare(taken, from);
    taken.add(trackNumber);
    result.push({ song, trackNumber, doubts: [why ?? 'No number in the names'] });
  }
  return result.sort((a, b) => a.trackNumber - b.trackNumber);
}

function exists(song: Song, known: readonly KnownTrack[]): boolean {
  return known.some(({ trackNumber, title }) => {
    const own: Song = { number: trackNumber, key: fold(title), names: [] };
    if (song.key === '' || song.number === trackNumber)
      return song.number === trackNumber && (song.key === '' || near(song, title, ALIKE));
    return own.key === song.key || near(song, title, VERY_ALIKE);
  });
}

const near = (song: Song, title: string, from: number): boolean =>
  numeralsOf(titleOf(song)) === numeralsOf(title) && spelling(song.key, fold(title)) >= from;

function proposalOf({ song, trackNumber, doubts }: ReturnType<typeof numbered>[number]): TrackProposal {
  const title = bestTitle(song);
  const spellings = new Set(song.names.flatMap(({ title: each }) => (each ? [fold(each)] : [])));
  return {
    trackNumber,
    title,
    isrc: isrcOf(song),
    fileIds: song.names.map(({ file }) => file.file.id),
    doubts: [
      ...doubts,
      ...(title === '' ? ['No title in the names'] : []),
      ...(spellings.size > 1 ? ['Spelt in more than one way'] : []),
    ],
  };
}

/** Numbers count tracks where enough files have one; a single '90 Proof' or a far too high one is a title's. */
function readAll(files: readonly BatchFile[], batch: Parameters<typeof readSong>[0]): SongName[] {
  const first = files.map((each) => readSong(batch, each, () => true));
  const songs = first.filter(({ foreign }) => foreign === null);
  const usual = songs.filter(({ number }) => number !== null).length >= 0.4 * songs.length;
  const highest = 1.5 * new Set(songs.map(({ title }) => fold(title ?? ''))).size + 8;
  return files.map((each) =>
    readSong(batch, each, ({ kind, text, position }) => {
      if (kind === 'side' || kind === 'disc' || kind === 'track') return true;
      return position <= highest && (usual || /^0\d/.test(text));
    }),
  );
}

/**
 * Which tracks a batch holds, by its names, folders and tags alone: versions and formats of one song make one track.
 * Pure and deterministic; tracks in `known` are not proposed again and keep their numbers.
 */
export function proposeTracks(
  project: SuggestProject,
  known: readonly KnownTrack[],
  files: readonly SuggestFile[],
): TrackProposals {
  const batch = readBatch(project, [], files);
  const habits = { habits: habitsOf(batch.files), album: keysOf(project.title) };
  const read = readAll(batch.files, habits);
  const foreign = read.filter((name) => name.foreign !== null);
  const songs = join(gather(withTags(read.filter((name) => name.foreign === null))));
  const saying = songs.filter((song) => song.key !== '' || song.number !== null || isrcOf(song) !== null);
  const mostlyNumbered = saying.filter((song) => song.number !== null).length * 2 > saying.length;
  const strays = saying.filter((song) => isStray(song, saying, mostlyNumbered));
  const nameless = songs.filter((song) => !saying.includes(song));
  const leave = (some: Song[], why: string) =>
    some.flatMap(({ names }) => names.map(({ file }) => ({ fileId: file.file.id, why })));
  return {
    tracks: numbered(
      saying.filter((song) => !strays.includes(song) && !exists(song, known)),
      known,
    ).map(proposalOf),
    leftOut: [
      ...foreign.map(({ file, foreign: why }) => ({ fileId: file.file.id, why: why! })),
      ...leave(strays, 'Seems to be no song'),
      ...leave(nameless, 'Neither number nor title'),
    ],
  };
}
