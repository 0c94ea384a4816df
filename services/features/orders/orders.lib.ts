import type { DeliverableKind, OrderedKind } from '../../platform/domain-words.js';
import { DISC_PLANS, IS_OUTDATED_REPORT, type Reader } from './disc-plans.lib.js';
import type { OrderLine } from './order-lines.lib.js';
import {
  type AgreedQuote,
  type AlbumFile,
  type AlbumState,
  type Cell,
  type OrderState,
  orderState,
  type TrackState,
} from './order-state.js';

export type { Cell as OrderCell };

/** Quotes with lines that the client has accepted, oldest first. */
const AGREED = `
  SELECT id AS "quoteId", lines FROM quotes
  WHERE project_id = $1 AND status = 'accepted' AND lines <> '[]' ORDER BY version`;

const TRACKS = `
  SELECT track.id, track.track_number AS "trackNumber", track.title, coalesce((
      SELECT json_agg(json_build_object('slotType', slot.slot_type, 'stagingFileId', slot.staging_file_id,
        'fileId', file.id, 'approved', coalesce(approval.verdict = 'approved', false)))
      FROM slots slot
        LEFT JOIN files file ON file.id = slot.file_id AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
        LEFT JOIN audio ON audio.id = file.audio_id
        LEFT JOIN approvals approval ON approval.file_id = file.id AND approval.sha256 = audio.sha256
      WHERE slot.track_id = track.id), '[]') AS slots
  FROM tracks track WHERE track.project_id = $1`;

/**
 * The deliverables besides masters: the newest versions of the released ones, with a row for each DDP in an archive, then
 * the staged ones. A DDP is out of date if its disc has changed since it was compared with it.
 */
const DELIVERABLES = `
  WITH plans AS (${DISC_PLANS})
  SELECT deliverable->>'kind' AS kind, deliverable->>'side' AS side, file.id, true AS "isReleased",
    coalesce(${IS_OUTDATED_REPORT}, false) AS "isOutdated",
    CASE WHEN report->>'verdict' IS NOT NULL THEN (report->>'disc')::int END AS disc
  FROM files file
    LEFT JOIN ddp_reports reports ON reports.audio_id = file.audio_id AND reports.project_id = file.project_id
      AND deliverable->>'kind' = 'ddp'
    LEFT JOIN plans ON plans.disc = (report->>'disc')::int
  WHERE file.project_id = $1 AND deliverable IS NOT NULL AND completed_at IS NOT NULL AND deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM files newer WHERE newer.parent_file_id = file.id AND newer.completed_at IS NOT NULL
      AND newer.deleted_at IS NULL)
  UNION ALL
  SELECT deliverable->>'kind', deliverable->>'side', id, false, false, NULL FROM staging_files
  WHERE project_id = $1 AND deliverable IS NOT NULL AND status IN ('pending', 'assigned') AND hidden_at IS NULL
  ORDER BY "isReleased" DESC, id`;

/**
 * A disc counts as made if its DDP was prepared for the plan of now, and as out of date if only for earlier ones. A side
 * can be made if each of its tracks has an approved vinyl master, and all are WAV files of one format.
 */
const ALBUM = `
  WITH plans AS (${DISC_PLANS}),
    discs AS (
      SELECT plans.disc, bool_or(image.plan = plans."madePlan") AS is_made, count(image.key) > 0 AS was_made
      FROM plans LEFT JOIN disc_images image
        ON image.project_id = $1 AND image.disc = plans.disc AND image.state = 'ready'
      GROUP BY plans.disc),
    sides AS (
      SELECT side, bool_and(coalesce(verdict = 'approved' AND approval.sha256 = audio.sha256 AND found.container IN ('wav', 'rf64', 'w64')
          AND found.format->>1 = '2', false)) AND count(DISTINCT found.format) = 1 AS is_made
      FROM album_tracks JOIN tracks ON tracks.id = track_id
        LEFT JOIN slots slot ON slot.track_id = tracks.id AND slot.slot_type = 'vinyl_master'
        LEFT JOIN files file ON file.id = slot.file_id AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
        LEFT JOIN audio ON audio.id = file.audio_id
        LEFT JOIN approvals approval ON approval.file_id = file.id
        CROSS JOIN LATERAL (SELECT facts->>'container' AS container,
          jsonb_build_array(facts->'sampleRateHz', facts->'channels', facts->'bitsStored', facts->'float') AS format) found
      WHERE tracks.project_id = $1 AND side IS NOT NULL GROUP BY side)
  SELECT ARRAY(SELECT side FROM sides ORDER BY side) AS sides, ARRAY(SELECT side FROM sides WHERE is_made) AS "madeSides",
    count(*)::int AS discs, coalesce(array_agg(disc) FILTER (WHERE is_made), '{}') AS "madeDiscs",
    (count(*) FILTER (WHERE was_made AND NOT is_made))::int AS "outdatedDiscs"
  FROM discs`;

/** The ordered thing that a deliverable is; all others are `other`. */
const ORDERED: Partial<Record<DeliverableKind, OrderedKind>> = {
  ddp: 'ddp',
  vinyl_side: 'vinyl_sides',
  atmos: 'atmos',
};

async function readAlbum(database: Reader, projectId: string): Promise<AlbumState> {
  const found = await database.query<Omit<AlbumFile, 'kind'> & { kind: DeliverableKind }>(DELIVERABLES, [projectId]);
  const [album] = await database.query<Omit<AlbumState, 'files'>>(ALBUM, [projectId]);
  return { ...album!, files: found.map(({ kind, ...file }) => ({ ...file, kind: ORDERED[kind] ?? 'other' })) };
}

/** Everything that a project's accepted quotes order, and how far each thing is. `errors` are those of checks, by file. */
export async function readOrders(
  database: Reader,
  projectId: string,
  errors?: ReadonlyMap<string, readonly string[]>,
): Promise<OrderState> {
  const quotes = await database.query<AgreedQuote>(AGREED, [projectId]);
  const tracks = await database.query<TrackState>(TRACKS, [projectId]);
  return orderState(quotes, tracks, await readAlbum(database, projectId), errors);
}

/** The lines that a client has agreed to, oldest first. */
export async function agreedLines(database: Reader, projectId: string): Promise<OrderLine[]> {
  const quotes = await database.query<AgreedQuote>(AGREED, [projectId]);
  return quotes.flatMap(({ lines }) => lines);
}

/** Everything that is ordered and not released, in words. One statement is enough for projects without such an order. */
export async function missingOrders(database: Reader, projectId: string): Promise<string[]> {
  const quotes = await database.query<AgreedQuote>(AGREED, [projectId]);
  if (!quotes.some(({ lines }) => lines.some(({ ordered }) => ordered !== null))) return [];
  return (await readOrders(database, projectId)).missing;
}
