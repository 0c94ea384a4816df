import type { Tx } from '../../platform/database/tx.js';
import type { OrderLine } from './order-lines.lib.js';
import { type AgreedQuote, type OrderState, orderState, type TrackState } from './order-state.js';

type Reader = Pick<Tx, 'query'>;

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

/** Everything that a project's accepted quotes order, and how far each thing is. */
export async function readOrders(database: Reader, projectId: string): Promise<OrderState> {
  const quotes = await database.query<AgreedQuote>(AGREED, [projectId]);
  const tracks = await database.query<TrackState>(TRACKS, [projectId]);
  return orderState(quotes, tracks, []);
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
