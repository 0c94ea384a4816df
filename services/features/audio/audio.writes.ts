import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import type { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { purgeObjects, putInTrash, type TrashedFile } from '../trash-store/trash.writes.js';
import { Audio } from './audio.entity.js';
import { analysisQueued, audioBatchStored, audioReopened, losslessRequested, objectsDropped } from './audio.events.js';

interface StoredKeys {
  objectKey: string;
  peaksKey: string | null;
  previewKey: string | null;
  losslessKey: string | null;
}

const KEYS = `object_key AS "objectKey", peaks_key AS "peaksKey", preview_key AS "previewKey", lossless_key AS "losslessKey"`;
const keysOf = (stored: StoredKeys): string[] =>
  [stored.objectKey, stored.peaksKey, stored.previewKey, stored.losslessKey].filter((key) => key !== null);

const KEYS_AN_EVENT = 500;

/** SQL: the row `audio` is still used by a staged file or by a project file that is not deleted. */
export const IN_USE = `(
  EXISTS (SELECT FROM staging_files WHERE audio_id = audio.id)
  OR EXISTS (SELECT FROM files WHERE audio_id = audio.id AND deleted_at IS NULL))`;

/** SQL: resets the lossless version, as if it had never been requested. */
const NO_LOSSLESS = 'lossless_state = NULL, lossless_key = NULL, lossless_bytes = NULL, lossless_error = NULL';

/** Whether the object belongs to audio that is still in use. */
export async function isAudioInUse(tx: Pick<Tx, 'query'>, objectKey: string): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM audio WHERE object_key = $1 AND ${IN_USE}`, [objectKey])).length > 0;
}

/**
 * Moves the audio to the trash and removes its derived files after the commit, unless a staged or project file still
 * uses it. The row itself stays as long as a deleted file's row refers to it.
 */
export async function dropAudio(tx: Tx, audioId: string, thrown: TrashedFile): Promise<void> {
  const [audio] = await tx.query<StoredKeys>(`SELECT ${KEYS} FROM audio WHERE id = $1 AND NOT ${IN_USE} FOR UPDATE`, [
    audioId,
  ]);
  if (!audio) return;
  await putInTrash(tx, audioId, thrown);
  await tx.query(
    `UPDATE audio SET peaks_key = NULL, preview_key = NULL, fingerprint = NULL, ${NO_LOSSLESS} WHERE id = $1`,
    [audioId],
  );
  await tx.query('DELETE FROM audio WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM files WHERE audio_id = $1)', [audioId]);
  dropObjects(tx, keysOf(audio));
}

/** Deletes unused audio and, after the commit, its objects for good. */
export async function purgeUnused(tx: Tx, audioIds: string[]): Promise<void> {
  const gone = await tx.query<StoredKeys>(
    `DELETE FROM audio WHERE id = ANY($1) AND NOT ${IN_USE} AND NOT EXISTS (SELECT FROM files WHERE audio_id = audio.id)
     RETURNING ${KEYS}`,
    [audioIds],
  );
  purgeObjects(tx, gone.flatMap(keysOf));
}

/** Removes objects after the commit: uploads go to the trash, derived files are deleted for good. */
export function dropObjects(tx: Tx, keys: string[]): void {
  for (let from = 0; from < keys.length; from += KEYS_AN_EVENT) {
    tx.emit(objectsDropped, { keys: keys.slice(from, from + KEYS_AN_EVENT) });
  }
}

/** Deletes the row of unused audio. Its objects stay for the orphan sweep or for a caller that knows their keys. */
export async function forgetAudio(tx: Tx, audioId: string): Promise<void> {
  await tx.query(
    `DELETE FROM audio WHERE id = $1 AND NOT ${IN_USE} AND NOT EXISTS (SELECT FROM files WHERE audio_id = $1)`,
    [audioId],
  );
}

/**
 * Queues finished or failed analyses again at low priority; the present results stay until then. Audio that is already
 * queued or running is left alone. Returns the number of queued files.
 */
export async function requeueAnalyses(tx: Tx, audioIds: string[]): Promise<number> {
  const again = await tx.query<{ id: string }>(
    `UPDATE audio SET state = 'queued', progress = 0, error = NULL
     WHERE id = ANY($1) AND state IN ('done', 'failed') RETURNING id`,
    [audioIds],
  );
  for (const { id } of again) tx.emit(audioReopened, { audioId: id });
  return again.length;
}

/**
 * Queues audio again that another version of the engine has analysed. Called when somebody listens, so that previews are
 * made again where they are heard; the present one plays until then.
 */
export async function renewPreview(database: Database, audioId: string): Promise<void> {
  const stale = await database.query(
    `SELECT 1 FROM audio WHERE id = $1 AND state = 'done' AND preview_key IS NOT NULL AND facts ->> 'engine' <> $2`,
    [audioId, AUDIO_ENGINE],
  );
  if (stale.length > 0) await database.transaction((tx) => requeueAnalyses(tx, [audioId]));
}

/** Queues the analysis of audio whose object has been restored without any derived files. */
export async function requeueRestored(tx: Tx, audioId: string): Promise<void> {
  await tx.query(`UPDATE audio SET state = 'queued', progress = 0, error = NULL WHERE id = $1`, [audioId]);
  tx.emit(audioReopened, { audioId });
}

/** Requests a FLAC of the audio unless one exists or is being made. */
export async function requestLossless(tx: Tx, audioId: string): Promise<void> {
  const wanted = await tx.query(
    `UPDATE audio SET lossless_state = 'making', lossless_error = NULL
     WHERE id = $1 AND (lossless_state IS NULL OR lossless_state = 'failed') RETURNING 1`,
    [audioId],
  );
  if (wanted.length > 0) tx.emit(losslessRequested, { audioId });
}

/** Drops the FLACs of this audio, including those still being made. The objects are removed after the commit. */
export async function dropLossless(tx: Tx, audioIds: string[]): Promise<void> {
  const known = await tx.query<{ key: string | null }>(
    `WITH known AS (SELECT id, lossless_key FROM audio WHERE id = ANY($1) AND lossless_state IS NOT NULL FOR UPDATE)
     UPDATE audio SET ${NO_LOSSLESS} FROM known WHERE audio.id = known.id RETURNING known.lossless_key AS key`,
    [audioIds],
  );
  dropObjects(
    tx,
    known.flatMap(({ key }) => key ?? []),
  );
}

type NewAudio = Pick<Audio, 'objectKey' | 'sizeBytes' | 'contentType'>;

/** Inserts the row of a new object that has not been analysed. */
export const insertAudio = (tx: Tx, object: NewAudio): Promise<Audio> =>
  tx.manager.save(tx.manager.create(Audio, object));

/** Inserts rows for uploaded objects and queues their analyses. Returns the ids by object key. */
export async function insertUploadedAudio(tx: Tx, objects: NewAudio[]): Promise<Map<string, string>> {
  const rows = await tx.query<Pick<Audio, 'id' | 'objectKey'>>(
    `INSERT INTO audio (object_key, size_bytes, content_type)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) RETURNING id, object_key AS "objectKey"`,
    [
      objects.map(({ objectKey }) => objectKey),
      objects.map(({ sizeBytes }) => sizeBytes),
      objects.map(({ contentType }) => contentType),
    ],
  );
  const ids = new Map(rows.map(({ id, objectKey }) => [objectKey, id]));
  queueAnalyses(tx, [...ids.values()]);
  return ids;
}

/** Small enough that the first headers of a large batch are known quickly, large enough to save writes. */
const PROBED_TOGETHER = 10;

/** Queues audio for analysis: headers in small batches, each full analysis as its own job. */
export function queueAnalyses(tx: Tx, audioIds: string[]): void {
  for (let from = 0; from < audioIds.length; from += PROBED_TOGETHER) {
    tx.emit(audioBatchStored, { audioIds: audioIds.slice(from, from + PROBED_TOGETHER) });
  }
  for (const audioId of audioIds) tx.emit(analysisQueued, { audioId });
}

/** Stores the facts of an object that has been uploaded. */
export async function updateStored(
  tx: Tx,
  audioId: string,
  object: Pick<Audio, 'objectKey' | 'sizeBytes' | 'contentType' | 'sha256'>,
): Promise<void> {
  await tx.manager.update(Audio, { id: audioId }, object);
}

/** The announced size of an upload; 0 when the client did not announce one. */
export async function announcedBytes(tx: Tx, audioId: string): Promise<number> {
  return (await tx.manager.findOneByOrFail(Audio, { id: audioId })).sizeBytes;
}
