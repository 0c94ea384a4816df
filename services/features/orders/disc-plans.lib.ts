import type { Tx } from '../../platform/database/tx.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';

export type Reader = Pick<Tx, 'query'>;

/**
 * A plan is a hash of all rows that determine the DDP of a disc: its masters in their order, gaps and texts. What was
 * compared with another plan is out of date, and so is what was made with another "madePlan", which has the PQ offsets too.
 * $1 is the project.
 */
export const DISC_PLANS = `
  SELECT disc, plan, CASE WHEN pq_start = 0 AND pq_end = 0 THEN plan ELSE md5(concat_ws(' ', plan, pq_start, pq_end)) END AS "madePlan"
  FROM (SELECT disc, pq_start, pq_end, md5(jsonb_build_array(album_title, album_artist, upc, catalogue_number, count(*) OVER () > 1,
    jsonb_agg(jsonb_build_array(master, CASE WHEN place = 1 THEN 0 ELSE gap END, title, version, artist, featured, composers,
      isrc) ORDER BY place))::text) AS plan
  FROM (
    SELECT coalesce(places.disc, 1) AS disc, file.id AS master, coalesce(places.gap_frames, studio.album_gap_frames) AS gap,
      row_number() OVER (PARTITION BY coalesce(places.disc, 1) ORDER BY track.track_number) AS place,
      track.title, coalesce(track.isrc, '') AS isrc, coalesce(more.version, '') AS version,
      coalesce(more.artist, '') AS artist, coalesce(more.featured, '') AS featured,
      coalesce(more.composers, '') AS composers, coalesce(release.album, project.title) AS album_title,
      coalesce(release.artist, '') AS album_artist, coalesce(release.upc, '') AS upc,
      coalesce(release.catalogue_number, '') AS catalogue_number,
      studio.pq_start_frames AS pq_start, studio.pq_end_frames AS pq_end
    FROM ${LIVE_PROJECTS} project
      JOIN studios studio ON studio.id = project.studio_id
      JOIN tracks track ON track.project_id = project.id
      LEFT JOIN album_tracks places ON places.track_id = track.id
      LEFT JOIN slots slot ON slot.track_id = track.id AND slot.slot_type = 'cd_master'
      LEFT JOIN files file ON file.id = slot.file_id AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
      LEFT JOIN track_metadata more ON more.track_id = track.id
      LEFT JOIN release_metadata release ON release.project_id = project.id
    WHERE project.id = $1) AS tracks
  GROUP BY disc, album_title, album_artist, upc, catalogue_number, pq_start, pq_end) AS discs`;

export interface DiscPlan {
  disc: number;
  plan: string;
  madePlan: string;
}

/** The plans of each disc of a project. */
export async function discPlans(database: Reader, projectId: string): Promise<Map<number, DiscPlan>> {
  const rows = await database.query<DiscPlan>(DISC_PLANS, [projectId]);
  return new Map(rows.map((plan) => [plan.disc, plan]));
}

/** Grows when a DDP can get another verdict by its comparison. */
export const COMPARE_RULES = 1;

/**
 * SQL: whether a report on an uploaded DDP was made with another plan or by other rules than those of now, or before the
 * project had a disc. It reads `plans`.
 */
export const IS_OUTDATED_REPORT = `(report IS NOT NULL AND CASE WHEN report->>'disc' IS NULL THEN report->>'refusal' IS NULL AND EXISTS (SELECT FROM plans)
    ELSE report->>'plan' IS DISTINCT FROM plan OR (report->>'rules')::int IS DISTINCT FROM ${COMPARE_RULES} END)`;

/** Uploaded DDPs that were compared with another plan than that of now, by their stored archive and number in it. */
export function outdatedDdps(database: Reader, projectId: string): Promise<{ audioId: string; part: number }[]> {
  return database.query(
    `WITH plans AS (${DISC_PLANS})
     SELECT audio_id AS "audioId", part FROM ddp_reports LEFT JOIN plans ON disc = (report->>'disc')::int
     WHERE project_id = $1 AND ${IS_OUTDATED_REPORT}`,
    [projectId],
  );
}
