import type { EntityManager } from 'typeorm';
import type { VinylFormat } from '../../album-times/limits.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';

export interface AlbumPlace {
  trackId: string;
  trackNumber: number;
  title: string;
  disc: number;
  side: string | null;
  /** Pause before the track in CD frames; 0 for the first track of a disc, which has the pregap and no other pause. */
  gapFrames: number;
  /** The pause as it was set; null for the studio's default. On a side of a record, the first of a disc may need it. */
  ownGapFrames: number | null;
}

/** A project's album. */
export interface AlbumOrder {
  /** Grows with every accepted change of order, titles, gaps, discs and sides. What was made earlier is out of date. */
  revision: number;
  defaultGapFrames: number;
  vinylFormat: VinylFormat;
  /** In the order of the album: by disc, then by number. */
  tracks: AlbumPlace[];
}

const TRACKS = `
  SELECT tracks.id AS "trackId", track_number AS "trackNumber", title, coalesce(disc, 1) AS disc, side,
    gap_frames AS "ownGapFrames"
  FROM tracks LEFT JOIN album_tracks ON track_id = tracks.id
  WHERE project_id = $1 ORDER BY disc, track_number`;

const ALBUM = `
  SELECT album_revision AS revision, studios.album_gap_frames AS "defaultGapFrames",
    coalesce(vinyl_format, '12-33') AS "vinylFormat"
  FROM ${LIVE_PROJECTS} project
    JOIN studios ON studios.id = studio_id LEFT JOIN albums ON project_id = project.id
  WHERE project.id = $1`;

/** The album of an existing project; the caller has checked access. */
export async function albumOf(manager: EntityManager, projectId: string): Promise<AlbumOrder> {
  const [album]: Omit<AlbumOrder, 'tracks'>[] = await manager.query(ALBUM, [projectId]);
  if (!album) throw new Error(`There is no project ${projectId}`);
  const rows: Omit<AlbumPlace, 'gapFrames'>[] = await manager.query(TRACKS, [projectId]);
  const tracks = rows.map((track, index) => {
    const isFirst = rows[index - 1]?.disc !== track.disc;
    return { ...track, gapFrames: isFirst ? 0 : (track.ownGapFrames ?? album.defaultGapFrames) };
  });
  return { ...album, tracks };
}
