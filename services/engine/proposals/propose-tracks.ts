import { readNames } from '../batch/read-batch.js';
import { fold } from '../lexicon/fold.js';
import { Columns } from '../reading/columns.js';
import { foldersOf } from '../reading/paths.js';
import { PADDED } from '../reading/places.js';
import type { NumberMark } from '../reading/read.js';
import { type BatchWords, readSong, type SongName } from '../reading/song-name.js';
import { keysOf } from '../reading/tokens.js';
import type { SuggestFile, SuggestProject } from '../types.js';
import { withoutArtists } from './artists.js';
import { withFolderDiscs, withForeignFolders } from './folders.js';
import { bestTitle, exists, isrcOf, type Song, songsOf } from './songs.js';
import { withTags } from './tags.js';
import {
  withBareTitles,
  withoutVersions,
  withOwnNumbers,
  withSharedTails,
  withSharedWords,
  withTaggedWords,
} from './versions.js';

export interface KnownTrack {
  trackNumber: number;
  title: string;
}

export interface TrackProposal {
  trackNumber: number;
  /** empty if neither names nor tags contain one */
  title: string;
  isrc: string | null;
  fileIds: string[];
  /** every file of it has a word for snippets, tones and the like in its name, though songs may be named so as well */
  maybeNoSong: boolean;
  /** points to check before the track is created; empty if number and title are in the names */
  doubts: string[];
}

export interface TrackProposals {
  /** by number, without existing tracks */
  tracks: TrackProposal[];
  /** files that are not a version of a song, and why */
  leftOut: { fileId: string; why: string }[];
}

/** Files that come with masters and are not audio. */
const NO_SOUND =
  /\.(?:pdf|docx?|odt|rtf|txt|csv|xlsx?|jpe?g|png|gif|tiff?|psd|zip|rar|7z|dat|cue|md5|xml|json|midi?|mov|log|html?)$/i;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** 'Ember Snippet' beside 'Ember', or 'Room Tone' among numbered songs, is not a song of its own. */
function isStray(song: Song, songs: readonly Song[], mostlyNumbered: boolean): boolean {
  if (!song.names.every(({ doubtful }) => doubtful)) return false;
  const extends_ = songs.some((other) => other !== song && other.key.length >= 3 && song.key.startsWith(other.key));
  return !song.number && (extends_ || mostlyNumbered);
}

function spare(taken: ReadonlySet<number>, from: number): number {
  let number = from;
  while (taken.has(number)) number++;
  return number;
}

/** Numbers for songs without one: the gaps if they fit exactly, otherwise from the highest number on. */
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

/**
 * Numbers count tracks if enough files have one. A single '90 Proof', or a number that is far too high, belongs to a
 * title.
 */
function countsIn(places: readonly { mark: NumberMark | null; counted: SongName; plain: SongName }[]) {
  const songs = places.filter(({ counted }) => counted.foreign === null);
  const numbers = songs.filter(({ mark }) => mark !== null);
  const titles = new Set(songs.flatMap(({ mark, plain }) => (mark === null && plain.title ? [fold(plain.title)] : [])));
  const confirmed = new Set(
    numbers.flatMap(({ mark, counted }) => (titles.has(fold(counted.title ?? '')) ? [mark!.position] : [])),
  );
  const usual = numbers.length >= 0.4 * songs.length || confirmed.size >= 3;
  const highest = 1.5 * new Set(songs.map(({ counted }) => fold(counted.title ?? ''))).size + 12;
  // '1984', '44' and '7' together are titles.
  const bare = songs.filter(({ mark, counted }) => mark === null || counted.title === null);
  const titled = bare.some(({ mark, plain }) => (mark ? mark.position > highest : /^\d{3,}$/.test(plain.title ?? '')));
  return (mark: NumberMark, title: string | null): boolean => {
    if (mark.group !== '' || mark.kind === 'track') return true;
    if (title === null && titled && !PADDED.test(mark.text)) return false;
    return mark.position <= highest && (usual || PADDED.test(mark.text));
  };
}

/** Numbers with a leading zero count from 1 on. */
function fromOne(names: SongName[]): SongName[] {
  const songs = names.filter(({ foreign, doubtful }) => foreign === null && !doubtful);
  const plain = new Set(songs.flatMap(({ number }) => (number?.group === '' ? [number.position] : [])));
  if (!plain.has(0) || plain.size < 2) return names;
  return names.map((name) =>
    name.number?.group === '' ? { ...name, number: { group: '', position: name.number.position + 1 } } : name,
  );
}

/** Reads every name together with what the batch shows about it. */
function readSongs(project: SuggestProject, input: readonly SuggestFile[]): SongName[] {
  const { files, habits, nameWords } = readNames(project, [], input);
  const batch: BatchWords = { habits, album: keysOf(project.title), columns: new Columns(project, input) };
  batch.columns.learn(files.map(({ place }, i) => ({ words: nameWords[i]!, number: place })));
  const read = files.map((each, i) => ({
    mark: each.place,
    counted: readSong(batch, each, nameWords[i]!, each.place),
    plain: readSong(batch, each, nameWords[i]!, null),
  }));
  const counts = countsIn(read);
  const names = read.map(({ mark, counted, plain }) => (mark && !counts(mark, counted.title) ? plain : counted));
  const steps = [
    withTaggedWords,
    fromOne,
    withoutVersions,
    withSharedWords,
    withOwnNumbers,
    withBareTitles,
    withSharedTails,
    ...(batch.columns.various ? [withoutArtists] : []),
  ];
  return steps.reduce<SongName[]>((said, step) => step(said, habits), names);
}

/** Folders may be named after their songs, with 'Master' and 'Instrumental' inside. */
function withSongFolders(project: SuggestProject, names: SongName[]): SongName[] {
  const nameless = names.flatMap(({ title, file: { file } }) => {
    const folder = foldersOf(file).at(-1);
    return title === null && !file.tags?.title && folder ? [{ ...file, name: folder, folder: null }] : [];
  });
  if (nameless.length === 0) return names;
  const called = new Map(readSongs(project, nameless).map((name) => [name.file.file.id, name]));
  return names.map((name) => {
    const folder = called.get(name.file.file.id);
    return folder?.title ? { ...name, title: folder.title, number: folder.number ?? name.number } : name;
  });
}

function proposalOf({ song, trackNumber, doubts }: ReturnType<typeof numbered>[number], script: string): TrackProposal {
  const title = bestTitle(song, script);
  const maybeNoSong = song.names.every(({ doubtful }) => doubtful);
  const spellings = new Set(song.names.flatMap(({ title: each }) => (each ? [fold(each)] : [])));
  return {
    trackNumber,
    title,
    isrc: isrcOf(song),
    fileIds: song.names.map(({ file }) => file.file.id),
    maybeNoSong,
    doubts: [
      ...doubts,
      ...(title === '' ? ['No title in the names'] : []),
      ...(spellings.size > 1 ? ['Spelt in more than one way'] : []),
    ],
  };
}

/**
 * The tracks that a batch contains, by its names, folders and tags alone: versions and formats of one song make one
 * track. Pure and deterministic. Tracks in `known` are not proposed again and keep their numbers. Files in `placed` are
 * known to belong to that track.
 */
export function proposeTracks(
  project: SuggestProject,
  known: readonly KnownTrack[],
  files: readonly SuggestFile[],
  placed: ReadonlySet<string> = new Set(),
): TrackProposals {
  const [silent, audible] = [
    files.filter(({ name }) => NO_SOUND.test(name)),
    files.filter(({ name }) => !NO_SOUND.test(name)),
  ];
  const names = withFolderDiscs(withForeignFolders(withSongFolders(project, readSongs(project, audible))));
  const foreign = names.filter((name) => name.foreign !== null);
  const songs = songsOf(withTags(names.filter((name) => name.foreign === null)));
  const saying = songs.filter((song) => song.key !== '' || song.number !== null || isrcOf(song) !== null);
  const mostlyNumbered = saying.filter((song) => song.number !== null).length * 2 > saying.length;
  const strays = saying.filter((song) => isStray(song, saying, mostlyNumbered));
  // 'Audio_03' beside songs without numbers does not count tracks.
  const useless = (song: Song): boolean => song.key === '' && !mostlyNumbered && isrcOf(song) === null;
  const nameless = songs.filter((song) => !saying.includes(song) || useless(song));
  const leave = (some: Song[], why: string) =>
    some.flatMap(({ names: each }) => each.map(({ file }) => ({ fileId: file.file.id, why })));
  const there = (song: Song): boolean => song.names.some(({ file }) => placed.has(file.file.id)) || exists(song, known);
  const script = `${project.title} ${project.artist ?? ''}`;
  return {
    tracks: numbered(
      saying.filter((song) => !strays.includes(song) && !useless(song) && !there(song)),
      known,
    ).map((each) => proposalOf(each, script)),
    leftOut: [
      ...silent.map(({ id }) => ({ fileId: id, why: 'No sound file' })),
      ...foreign.map(({ file, foreign: why }) => ({ fileId: file.file.id, why: why! })),
      ...leave(strays, 'Seems to be no song'),
      ...leave(nameless, 'Neither number nor title'),
    ],
  };
}
