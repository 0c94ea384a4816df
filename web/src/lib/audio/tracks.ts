import type { Approval, File } from '../../api';
import { bySlotOrder, slotKinds } from '../slots';
import { songOf, stemOf, versionGroups } from './versions';

/** The versions of one file, newest first. */
export interface VersionGroup {
  newest: File;
  earlier: File[];
}

/** The files of one track. */
export interface TrackFiles {
  /** Stable as long as the track, or the name of its files, exists. */
  id: string;
  title: string;
  groups: VersionGroup[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the studio's files first, by slot, then the client's. */
function byKind({ newest: one }: VersionGroup, { newest: other }: VersionGroup): number {
  const original = Number(one.fileType === 'upload') - Number(other.fileType === 'upload');
  if (original !== 0) return original;
  const loose = Number(one.slotType === null) - Number(other.slotType === null);
  if (loose !== 0) return loose;
  const slots =
    one.slotType && other.slotType ? bySlotOrder({ slotType: one.slotType }, { slotType: other.slotType }) : 0;
  return slots || collator.compare(one.originalName, other.originalName);
}

/** Whether its name must not decide where an original belongs: a person has to, or has said that it belongs to no track. */
const isKeptApart = ({ pairing, trackId }: File): boolean => Boolean(pairing) && trackId === null;

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/** File name without version suffixes, in its original spelling. */
function titleIn(name: string): string {
  const stem = stemOf(name);
  const spaced = withoutExtension(name).replaceAll(/[._-]/g, ' ').trim();
  return spaced.toLowerCase().startsWith(stem) ? spaced.slice(0, stem.length) : withoutExtension(name);
}

/**
 * Groups files by track: files of one track, among them the originals that are paired with it, with others of the same name, then files without a track by name. Tracks
 * keep the server's order. Other deliverables than masters are left out.
 */
export function tracksOf(all: File[]): TrackFiles[] {
  const files = all.filter(({ deliverable }) => !deliverable);
  const groups = versionGroups(files).map(([newest, ...earlier]): VersionGroup => ({ newest: newest!, earlier }));
  const trackOf = ({ newest, earlier }: VersionGroup) =>
    newest.trackId ?? earlier.find(({ trackId }) => trackId)?.trackId;
  const tracks = new Map<string, TrackFiles>();
  const byStem = new Map<string, TrackFiles>();
  /** The track of a song; null if two tracks share its name. */
  const bySong = new Map<string, TrackFiles | null>();
  const add = (id: string, title: string, group: VersionGroup): TrackFiles => {
    const track = tracks.get(id) ?? { id, title, groups: [] };
    track.groups.push(group);
    tracks.set(id, track);
    return track;
  };
  for (const group of groups) {
    const trackId = trackOf(group);
    if (!trackId) continue;
    const { track_title: title, originalName } = [group.newest, ...group.earlier].find(
      (file) => file.trackId === trackId,
    )!;
    const track = add(trackId, title ?? titleIn(originalName), group);
    for (const name of [track.title, group.newest.originalName]) {
      byStem.set(stemOf(`${withoutExtension(name)}.`), track);
      const song = songOf(`${withoutExtension(name)}.`);
      bySong.set(song, (bySong.get(song) ?? track) === track ? track : null);
    }
  }
  const loose = groups.filter((group) => !trackOf(group));
  loose.sort(
    ({ newest: one }, { newest: other }) =>
      Number(one.fileType === 'upload') - Number(other.fileType === 'upload') ||
      collator.compare(one.originalName, other.originalName),
  );
  for (const group of loose) {
    const { originalName, fileType } = group.newest;
    const [stem, song] = [stemOf(originalName), songOf(originalName)];
    const isOriginal = fileType === 'upload';
    const track = isKeptApart(group.newest) ? null : (byStem.get(stem) ?? (isOriginal ? bySong.get(song) : null));
    if (track) {
      track.groups.push(group);
      continue;
    }
    const added = add(`name ${isKeptApart(group.newest) ? `apart ${stem}` : stem}`, titleIn(originalName), group);
    if (isKeptApart(group.newest)) continue;
    byStem.set(stem, added);
    if (!isOriginal) bySong.set(song, bySong.has(song) ? null : added);
  }
  return [...tracks.values()].map((track) => ({ ...track, groups: track.groups.sort(byKind) }));
}

/** All files of a track, its masters first, each with its newest version first. */
export const filesOf = ({ groups }: TrackFiles): File[] =>
  groups.flatMap(({ newest, earlier }) => [newest, ...earlier]);

/** The client's originals of a track. */
export const mixesOf = (track: TrackFiles): File[] => filesOf(track).filter(({ fileType }) => fileType === 'upload');

/** The track that a file belongs to; undefined if the file is not in the list. */
export const trackWith = (files: File[], fileId: string): TrackFiles | undefined =>
  tracksOf(files).find((track) => filesOf(track).some(({ id }) => id === fileId));

/** The request for changes that a version answers: the verdict on the version before it. */
export function requestAnsweredBy({ id }: File, { groups }: TrackFiles): Approval | null {
  const lines = groups.map(({ newest, earlier }) => [newest, ...earlier]);
  const line = lines.find((versions) => versions.some((file) => file.id === id)) ?? [];
  const verdict = line[line.findIndex((file) => file.id === id) + 1]?.approval;
  return verdict?.verdict === 'changes_requested' ? verdict : null;
}

export interface NumberedVersion {
  file: File;
  /** Counts from 1 by age, so that a new version changes no number. */
  number: number;
  /** What it is, as in 'Master v2' or 'Your mix'. */
  name: string;
}

/** The versions of a track with their numbers and names, newest first. `userId` is the person who reads them. */
export function numberedVersions(track: TrackFiles, userId: string): NumberedVersion[] {
  const names = namesOf(track, userId);
  const files = filesOf(track).reverse();
  files.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return files.map((file, index) => ({ file, number: index + 1, name: names.get(file.id)! })).reverse();
}

function kindOf({ fileType, slotType, uploadedBy }: File, userId: string): string {
  if (fileType === 'upload') return uploadedBy === userId ? 'Your mix' : 'Mix';
  if (slotType && slotType !== 'streaming_master') return slotKinds[slotType].label;
  return fileType === 'variation' && !slotType ? 'Variation' : 'Master';
}

/** Names of a track's files by id. A version number is given where there is more than one version. */
export function namesOf({ groups }: TrackFiles, userId: string): Map<string, string> {
  const kinds = groups.map(({ newest }) => kindOf(newest, userId));
  return new Map(
    groups.flatMap(({ newest, earlier }, place) => {
      const kind = kinds[place]!;
      const isOnly = kinds.filter((other) => other === kind).length === 1;
      const name = isOnly ? kind : `${kind} “${titleIn(newest.originalName)}”`;
      const oldestFirst = [...earlier.toReversed(), newest];
      return oldestFirst.map(({ id }, index): [string, string] => [
        id,
        oldestFirst.length === 1 ? name : `${name} v${index + 1}`,
      ]);
    }),
  );
}
