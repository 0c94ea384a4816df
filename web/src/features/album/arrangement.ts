import type { AlbumTrack } from '../../api';

/** A track in the engineer's draft of the album. The first track begins disc 1 and side A whatever its marks say. */
export interface DraftTrack {
  trackId: string;
  title: string;
  gapFrames: number | null;
  startsDisc: boolean;
  startsSide: boolean;
}

export interface Draft {
  tracks: DraftTrack[];
  hasSides: boolean;
}

type Place = Pick<AlbumTrack, 'trackId' | 'disc' | 'side'> & { gapFrames: number | null };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function draftOf(album: AlbumTrack[]): Draft {
  return {
    hasSides: album.some(({ side }) => side !== null),
    tracks: album.map(({ trackId, title, ownGapFrames, disc, side }, index) => ({
      trackId,
      title,
      gapFrames: ownGapFrames,
      startsDisc: index > 0 && disc !== album[index - 1]!.disc,
      startsSide: index > 0 && side !== album[index - 1]!.side,
    })),
  };
}

/** Discs and sides of a draft, counted from its marks. */
export function placesOf({ tracks, hasSides }: Draft): Place[] {
  let [disc, side] = [1, 0];
  return tracks.map(({ trackId, gapFrames, startsDisc, startsSide }, index) => {
    if (index > 0 && startsDisc) disc += 1;
    if (index > 0 && startsSide) side = Math.min(side + 1, LETTERS.length - 1);
    return { trackId, disc, side: hasSides ? LETTERS[side]! : null, gapFrames };
  });
}

export const discHead = (trackId: string): string => `disc ${trackId}`;
export const sideHead = (trackId: string): string => `side ${trackId}`;

/** Ids of the rows that can be passed by dragging: tracks and the heads of later discs and sides. */
export function rowIdsOf({ tracks, hasSides }: Draft): string[] {
  return tracks.flatMap(({ trackId, startsDisc, startsSide }, index) => [
    ...(index > 0 && startsDisc ? [discHead(trackId)] : []),
    ...(index > 0 && hasSides && startsSide ? [sideHead(trackId)] : []),
    trackId,
  ]);
}

/** The draft with its rows in another order: a head belongs to the track after it, and a head without one ends. */
export function arranged(draft: Draft, rowIds: string[]): Draft {
  const known = new Map(draft.tracks.map((track) => [track.trackId, track]));
  let [startsDisc, startsSide] = [false, false];
  const tracks: DraftTrack[] = [];
  for (const id of rowIds) {
    const track = known.get(id);
    if (track) {
      tracks.push({ ...track, startsDisc, startsSide });
      [startsDisc, startsSide] = [false, false];
    } else if (id.startsWith('disc ')) startsDisc = true;
    else startsSide = true;
  }
  return { ...draft, tracks };
}

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(placesOf(one)) === JSON.stringify(placesOf(other));
