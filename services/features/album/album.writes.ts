import type { Tx } from '../../platform/database/tx.js';
import { badRequest, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpAlbumRevision } from '../projects/projects.writes.js';
import { arrangeTracks } from '../tracks/tracks.writes.js';
import type { AlbumOrder } from './album.lib.js';
import { albumView } from './album.view.js';
import { AlbumTrack } from './album-track.entity.js';

/** Numbers the tracks in the wanted order; returns whether it differs from the current one. */
export async function reorder(
  tx: Tx,
  projectId: string,
  { tracks }: AlbumOrder,
  wanted: string[],
  titles: Record<string, string> = {},
): Promise<boolean> {
  const byNumber = tracks.toSorted((one, other) => one.trackNumber - other.trackNumber);
  const isReordered = byNumber.some(({ trackId }, index) => trackId !== wanted[index]);
  if (isReordered || Object.keys(titles).length > 0) await arrangeTracks(tx, projectId, wanted, titles);
  return isReordered;
}

export type Place = Pick<AlbumTrack, 'trackId' | 'disc' | 'side' | 'gapFrames'>;

/** Writes discs, sides and gaps; returns whether one of them changed. */
export async function savePlaces(tx: Tx, projectId: string, before: AlbumOrder, places: Place[]): Promise<boolean> {
  const known = new Map(before.tracks.map((track) => [track.trackId, track]));
  const changed = places.filter(({ trackId, disc, side, gapFrames }) => {
    const track = known.get(trackId)!;
    return track.disc !== disc || track.side !== side || track.ownGapFrames !== gapFrames;
  });
  if (changed.length === 0) return false;
  await tx.manager.upsert(AlbumTrack, changed, ['trackId']);
  await bumpAlbumRevision(tx, projectId);
  return true;
}

/** @throws AppError 409 with the current album. */
export async function assertCurrent(tx: Tx, actor: Actor, project: Project, isCurrent: boolean): Promise<void> {
  if (isCurrent) return;
  const album = await albumView(tx.manager, actor, project);
  throw conflict('album_changed', 'Someone else has changed the album meanwhile. Nothing was saved.', { album });
}

/** @throws AppError 400 */
export function assertAllTracks({ tracks }: AlbumOrder, wanted: { trackId: string }[]): void {
  const known = new Set(tracks.map(({ trackId }) => trackId));
  if (wanted.length !== known.size || wanted.some(({ trackId }) => !known.has(trackId)))
    throw badRequest('not_all_tracks', 'The album must contain each track of the project once');
}

/** Notifies everyone who sees titles and order. */
export function publishAlbumChange(tx: Tx, project: Project): void {
  publishProjectChange(tx, project, 'album', 'files', 'metadata');
}
