import type { File } from '../../api';
import { filesOf, requestAnsweredBy, type TrackFiles } from '../../lib/audio/tracks';

export const isPlayable = ({ analysis }: File): boolean => analysis.hasPreview;

const isMaster = ({ fileType }: File) => fileType !== 'upload';

const hasMaster = ({ groups }: TrackFiles) => groups.some(({ newest }) => isMaster(newest));

/**
 * The newest master of a track that can be played; its newest mix while it has no master. Undefined if nothing can be
 * played: a mix does not replace a master that is still being analyzed.
 */
export function heardFile(track: TrackFiles): File | undefined {
  const newest = track.groups.map((group) => group.newest);
  return newest.filter((file) => isMaster(file) === hasMaster(track)).find(isPlayable);
}

/** Tracks in order, each as its newest master that can be played; originals if there is no master at all. */
export function recordOf(tracks: TrackFiles[]): File[] {
  const mastered = tracks.filter(hasMaster);
  return (mastered.length > 0 ? mastered : tracks).flatMap((track) => heardFile(track) ?? []);
}

/** The tracks with masters, and those of which the client has only sent mixes. */
export function splitRecord(tracks: TrackFiles[]): { mastered: TrackFiles[]; mixes: TrackFiles[] } {
  const mastered = tracks.filter(hasMaster);
  return { mastered, mixes: tracks.filter((track) => !hasMaster(track)) };
}

export type TrackState = 'new' | 'heard' | 'commented' | 'approved_by_you' | 'approved' | 'changes_requested';

const currentMasters = (track: TrackFiles) => filesOf(track).filter((file) => isMaster(file) && file.current);

/** The newest release of a track in all its formats, which were released at the same time. */
export function newestRelease(track: TrackFiles): File[] {
  const masters = currentMasters(track);
  const newest = masters.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '');
  return masters.filter(({ createdAt }) => createdAt === newest);
}

const hasVerdict =
  (wanted: 'approved' | 'changes_requested') =>
  ({ approval }: File): boolean =>
    approval?.verdict === wanted && !approval.void;

/**
 * How far the reader is with the newest master of a track; null without a master. Hearing or answering one format counts
 * for the track, and requested changes count until a new version of that format. `commented` has the files on which the
 * reader has written.
 */
export function stateOf(track: TrackFiles, commented: ReadonlySet<string>, userId: string): TrackState | null {
  const release = newestRelease(track);
  if (release.length === 0) return null;
  if (currentMasters(track).some(hasVerdict('changes_requested'))) return 'changes_requested';
  if (release.some(hasVerdict('approved'))) return 'approved';
  const answered = release.some(({ verdicts }) =>
    verdicts.some((own) => own.userId === userId && own.verdict === 'approved'),
  );
  if (answered) return 'approved_by_you';
  if (release.some(({ id }) => commented.has(id))) return 'commented';
  return release.some(({ heard }) => heard) ? 'heard' : 'new';
}

/** The changes that were asked for in the version before; null if the newest master answers no request. */
export function answeredRequest(track: TrackFiles): string | null {
  const release = newestRelease(track);
  const requests = release.flatMap((file) => requestAnsweredBy(file, track) ?? []);
  return requests[0]?.note ?? null;
}
