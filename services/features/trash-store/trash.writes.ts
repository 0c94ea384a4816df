import type { Tx } from '../../platform/database/tx.js';
import type { StorageKind } from '../../platform/domain-words.js';
import { storableJson } from '../../platform/text.js';
import { objectsPurged } from './trash.events.js';
import { type StagedBefore, TrashItem } from './trash-item.entity.js';

/** Key prefix of objects in the trash. */
export const TRASH = 'trash/';
/** Number of days for which deleted files and projects can be restored. */
export const KEPT_DAYS = 30;
const KEYS_AN_EVENT = 500;

export interface TrashedFile {
  projectId: string;
  kind: StorageKind;
  fileName: string;
  /** The user who deleted it. */
  userId: string;
  fileId?: string;
  slotId?: string | null;
  staged?: Omit<StagedBefore, 'contentType'>;
}

/** SQL: the key of an object in the trash. */
const trashKey = (objectKey: string) =>
  `'${TRASH}' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') || '/' || ${objectKey}`;

/** Records an object that is about to be moved to the trash, and whose quota it counts against. */
async function note(tx: Tx, objectKey: string, sizeBytes: number, thrown: TrashedFile & { contentType?: string }) {
  const staged = thrown.staged && { ...thrown.staged, contentType: thrown.contentType };
  await tx.query(
    `INSERT INTO trash (object_key, trash_key, size_bytes, kind, file_name, studio_id, project_id, client_id, trashed_by,
       file_id, slot_id, staged)
     SELECT $1::text, ${trashKey('$1::text')}, $2, $3, $4, studio_id, id, (SELECT id FROM users WHERE id = $6 AND role = 'client'), $6,
       $7, $8, $9
     FROM projects WHERE id = $5
     ON CONFLICT (object_key) DO NOTHING`,
    [
      objectKey,
      sizeBytes,
      thrown.kind,
      thrown.fileName,
      thrown.projectId,
      thrown.userId,
      thrown.fileId ?? null,
      thrown.slotId ?? null,
      staged ? storableJson(staged) : null,
    ],
  );
}

/** Records the audio of a deleted file. */
export async function putInTrash(tx: Tx, audioId: string, thrown: TrashedFile): Promise<void> {
  const [audio] = await tx.query<{ objectKey: string; sizeBytes: string; contentType: string }>(
    `SELECT object_key AS "objectKey", size_bytes AS "sizeBytes", content_type AS "contentType" FROM audio WHERE id = $1`,
    [audioId],
  );
  if (audio) await note(tx, audio.objectKey, Number(audio.sizeBytes), { ...thrown, contentType: audio.contentType });
}

/** Records the object of an abandoned upload. It counts against the uploader while it is in the trash. */
export const putUploadInTrash = (
  tx: Tx,
  { objectKey, sizeBytes }: { objectKey: string; sizeBytes: number },
  thrown: Omit<TrashedFile, 'fileId' | 'slotId' | 'staged'>,
): Promise<void> => note(tx, objectKey, sizeBytes, thrown);

/**
 * Records an object in the trash that has no row: a leftover, or one deleted by a process of the previous version. The
 * project is found by the hidden row of its file.
 */
export async function adopt(
  tx: Pick<Tx, 'query'>,
  { objectKey, sizeBytes, kept = null }: { objectKey: string; sizeBytes: number; kept?: string | null },
): Promise<{ trashKey: string }> {
  const [adopted] = await tx.query<{ trashKey: string }>(
    `INSERT INTO trash (object_key, trash_key, size_bytes, kind, file_name, studio_id, project_id, file_id, trashed_at)
     SELECT $1::text, coalesce($3, ${trashKey('$1::text')}), $2, f.file_type,
       coalesce(f.original_name, regexp_replace($1::text, '^.*/', '')), p.studio_id, p.id, f.id,
       coalesce(to_date(substring($3 FROM '^${TRASH}(\\d{4}-\\d\\d-\\d\\d)/'), 'YYYY-MM-DD')::timestamp AT TIME ZONE 'UTC', now())
     FROM (SELECT) AS nothing
       LEFT JOIN audio ON audio.object_key = $1
       LEFT JOIN files f ON f.audio_id = audio.id AND f.deleted_at IS NOT NULL AND f.completed_at IS NOT NULL
       LEFT JOIN projects p ON p.id = f.project_id
     LIMIT 1
     ON CONFLICT (object_key) DO UPDATE SET trash_key = coalesce($3, trash.trash_key)
     RETURNING trash_key AS "trashKey"`,
    [objectKey, sizeBytes, kept],
  );
  return adopted!;
}

/** SQL: what takes up space in the trash of a studio and its clients, and in deleted projects. */
export const IN_TRASH = `
  SELECT studio_id, size_bytes FROM trash
  UNION ALL
  SELECT p.studio_id, a.size_bytes + coalesce(a.derived_bytes, 0) + coalesce(a.lossless_bytes, 0)
  FROM projects p
    CROSS JOIN LATERAL (
      SELECT audio_id FROM staging_files WHERE project_id = p.id
      UNION SELECT audio_id FROM files WHERE project_id = p.id AND deleted_at IS NULL) held
    JOIN audio a ON a.id = held.audio_id
  WHERE p.trashed_at IS NOT NULL`;

/** Number and size of a studio's items in the trash. */
export async function studioTrash(
  source: Pick<Tx, 'query'>,
  studioId: string,
): Promise<{ files: number; bytes: number }> {
  const [total] = await source.query<{ files: number; bytes: number }>(
    `SELECT count(*)::int AS files, coalesce(sum(size_bytes), 0)::float8 AS bytes
     FROM (${IN_TRASH}) AS kept WHERE studio_id = $1`,
    [studioId],
  );
  return total!;
}

/**
 * Deletes the trash rows that match `condition` for good and frees their space after the commit. Returns their number
 * and total size.
 */
export async function purge(tx: Tx, condition: string, params: unknown[]): Promise<{ files: number; bytes: number }> {
  const gone = await tx.query<{ objectKey: string; trashKey: string; sizeBytes: string }>(
    `DELETE FROM trash WHERE ${condition}
     RETURNING object_key AS "objectKey", trash_key AS "trashKey", size_bytes AS "sizeBytes"`,
    params,
  );
  purgeObjects(
    tx,
    gone.flatMap(({ objectKey, trashKey }) => [objectKey, trashKey]),
  );
  return { files: gone.length, bytes: gone.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0) };
}

/** Deletes objects for good after the commit. */
export function purgeObjects(tx: Tx, keys: string[]): void {
  for (let from = 0; from < keys.length; from += KEYS_AN_EVENT)
    tx.emit(objectsPurged, { keys: keys.slice(from, from + KEYS_AN_EVENT) });
}

export async function forgetTrashItem(tx: Tx, id: string): Promise<void> {
  await tx.manager.delete(TrashItem, { id });
}

export async function forgetTrashed(tx: Tx, objectKey: string): Promise<void> {
  await tx.manager.delete(TrashItem, { objectKey });
}
