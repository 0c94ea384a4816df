import type { Tx } from '../../platform/database/tx.js';
import { purgeObjects, putInTrash, type Thrown } from '../trash/trash.writes.js';
import { Audio } from './audio.entity.js';
import { audioReopened, losslessWanted, objectsDropped, soundQueued, soundsStored } from './audio.events.js';

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

/** SQL: something still holds the row `audio`: a staged file, or a project file that is not deleted. */
export const IN_USE = `(
  EXISTS (SELECT FROM staging_files WHERE audio_id = audio.id)
  OR EXISTS (SELECT FROM files WHERE audio_id = audio.id AND deleted_at IS NULL))`;

/** SQL: as nobody had asked for it. */
const NO_LOSSLESS = 'lossless_state = NULL, lossless_key = NULL, lossless_bytes = NULL, lossless_error = NULL';

/** Whether the object is a sound that something still holds. */
export async function isSoundInUse(tx: Pick<Tx, 'query'>, objectKey: string): Promise<boolean> {
  return (await tx.query(`SELECT 1 FROM audio WHERE object_key = $1 AND ${IN_USE}`, [objectKey])).length > 0;
}

/**
 * Puts the audio in the trash and, after the commit, removes what was made of it, unless a staged or a project file still
 * refers to it. The row itself stays as long as a deleted file's row needs it.
 */
export async function dropAudio(tx: Tx, audioId: string, thrown: Thrown): Promise<void> {
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

/** Removes sounds that nothing refers to any more and, after the commit, their objects for good. */
export async function purgeUnused(tx: Tx, audioIds: string[]): Promise<void> {
  const gone = await tx.query<StoredKeys>(
    `DELETE FROM audio WHERE id = ANY($1) AND NOT ${IN_USE} AND NOT EXISTS (SELECT FROM files WHERE audio_id = audio.id)
     RETURNING ${KEYS}`,
    [audioIds],
  );
  purgeObjects(tx, gone.flatMap(keysOf));
}

/** What people sent goes to the trash, what was made of it goes for good. */
export function dropObjects(tx: Tx, keys: string[]): void {
  for (let from = 0; from < keys.length; from += KEYS_AN_EVENT) {
    tx.emit(objectsDropped, { keys: keys.slice(from, from + KEYS_AN_EVENT) });
  }
}

/** Removes the row of audio that nothing holds; its objects stay for the sweep, or for whoever knows them. */
export async function forgetAudio(tx: Tx, audioId: string): Promise<void> {
  await tx.query(
    `DELETE FROM audio WHERE id = $1 AND NOT ${IN_USE} AND NOT EXISTS (SELECT FROM files WHERE audio_id = $1)`,
    [audioId],
  );
}

/**
 * Lets the workers read sounds again whose analysis has ended, well or not; what is known of them stays until then.
 * New ones come first; those that are waiting or being read are left alone. Answers how many it were.
 */
export async function readAgain(tx: Tx, audioIds: string[]): Promise<number> {
  const again = await tx.query<{ id: string }>(
    `UPDATE audio SET state = 'queued', progress = 0, error = NULL
     WHERE id = ANY($1) AND state IN ('done', 'failed') RETURNING id`,
    [audioIds],
  );
  for (const { id } of again) tx.emit(audioReopened, { audioId: id });
  return again.length;
}

/** Lets the workers read a sound whose object is back and of which nothing that was made is left. */
export async function readBack(tx: Tx, audioId: string): Promise<void> {
  await tx.query(`UPDATE audio SET state = 'queued', progress = 0, error = NULL WHERE id = $1`, [audioId]);
  tx.emit(audioReopened, { audioId });
}

/** Has the worker make a FLAC of the sound, unless one is there or being made. */
export async function wantLossless(tx: Tx, audioId: string): Promise<void> {
  const wanted = await tx.query(
    `UPDATE audio SET lossless_state = 'making', lossless_error = NULL
     WHERE id = $1 AND (lossless_state IS NULL OR lossless_state = 'failed') RETURNING 1`,
    [audioId],
  );
  if (wanted.length > 0) tx.emit(losslessWanted, { audioId });
}

/** Forgets the FLACs of sounds, and what is being made of them; the objects go after the commit. */
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

/** The row of a new object, whose sound nobody has read yet. */
export const storeAudio = (tx: Tx, object: NewAudio): Promise<Audio> =>
  tx.manager.save(tx.manager.create(Audio, object));

/** Rows of objects whose sounds are to be read; answers their ids by key. */
export async function storeArrived(tx: Tx, objects: NewAudio[]): Promise<Map<string, string>> {
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
  readSounds(tx, [...ids.values()]);
  return ids;
}

/** Few enough that the first of many headers are known at once, enough that they are written down together. */
const PROBED_TOGETHER = 10;

/** Lets the workers read sounds: headers some at a time, each whole sound by itself. */
export function readSounds(tx: Tx, audioIds: string[]): void {
  for (let from = 0; from < audioIds.length; from += PROBED_TOGETHER) {
    tx.emit(soundsStored, { audioIds: audioIds.slice(from, from + PROBED_TOGETHER) });
  }
  for (const audioId of audioIds) tx.emit(soundQueued, { audioId });
}

/** What is known of an object since it has arrived. */
export async function updateStored(
  tx: Tx,
  audioId: string,
  object: Pick<Audio, 'objectKey' | 'sizeBytes' | 'contentType' | 'sha256'>,
): Promise<void> {
  await tx.manager.update(Audio, { id: audioId }, object);
}

/** How large its upload is to be, as far as that is known; 0 where nobody has said. */
export async function announcedBytes(tx: Tx, audioId: string): Promise<number> {
  return (await tx.manager.findOneByOrFail(Audio, { id: audioId })).sizeBytes;
}
