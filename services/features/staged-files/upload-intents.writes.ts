import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { type NewStagingFile, SUGGESTED, type SuggestedFile, suggestedValues } from './staged-files.writes.js';
import { UploadIntent } from './upload-intent.entity.js';

type RegisteredUpload = Pick<UploadIntent, 'objectKey'> & Omit<NewStagingFile, 'projectId' | 'audioId' | 'uploadedBy'>;

/** Deletes the rows of uploads and returns them. Of several simultaneous callers only one gets each row. */
export async function takeUploads(tx: Tx, objectKeys: string[]): Promise<RegisteredUpload[]> {
  const taken = await tx.query<RegisteredUpload & { lastModified: string | null }>(
    `DELETE FROM upload_intents WHERE object_key = ANY($1)
     RETURNING object_key AS "objectKey", id, file_name AS "fileName", original_name AS "originalName", folder,
       last_modified AS "lastModified", suggestions, verdict, guessed_slot AS "guessedSlot", words, question, header,
       planned_slot_id AS "plannedSlotId"`,
    [objectKeys],
  );
  return taken.map((upload) => ({ ...upload, lastModified: upload.lastModified && Number(upload.lastModified) }));
}

/** Plans the slot that the file gets when it has arrived; null cancels the plan. */
export async function planUpload(tx: Tx, id: string, plannedSlotId: string | null): Promise<void> {
  await tx.manager.update(UploadIntent, { id }, { plannedSlotId });
}

/** Cancels all uploads' plans for this slot. */
export async function freeFromUploads(tx: Tx, plannedSlotId: string): Promise<void> {
  await tx.manager.update(UploadIntent, { plannedSlotId }, { plannedSlotId: null });
}

/**
 * Like `noteSuggestions`, for files that are being uploaded. The first guess for a file with a planned slot is kept.
 */
export async function noteUploadSuggestions(tx: Tx, suggested: SuggestedFile[]): Promise<boolean> {
  const changed = await tx.query(`UPDATE upload_intents f SET ${SUGGESTED} RETURNING 1`, suggestedValues(suggested));
  return changed.length > 0;
}

export async function addUploads(tx: Tx, uploads: UploadIntent[]): Promise<void> {
  await tx.manager.insert(UploadIntent, uploads);
}

export async function forgetUploads(tx: Tx, objectKeys: string[]): Promise<void> {
  await tx.manager.delete(UploadIntent, { objectKey: In(objectKeys) });
}

/**
 * Stores an upload that the object store has begun, in place of `before`. Returns false, and writes nothing, if another
 * process has stored one in the meantime.
 */
export async function saveMultipartUpload(
  database: Pick<Tx, 'query'>,
  { objectKey, upload: before }: Pick<UploadIntent, 'objectKey' | 'upload'>,
  upload: MultipartUpload,
): Promise<boolean> {
  const kept = await database.query(
    `UPDATE upload_intents SET upload = $2
     WHERE object_key = $1 AND upload IS NOT DISTINCT FROM $3 RETURNING 1`,
    [objectKey, JSON.stringify(upload), before && JSON.stringify(before)],
  );
  return kept.length > 0;
}

/** Stores an upload that the object store has begun, whatever was stored before. */
export async function replaceMultipartUpload(
  database: Pick<Tx, 'query'>,
  objectKey: string,
  upload: MultipartUpload,
): Promise<void> {
  await database.query('UPDATE upload_intents SET upload = $2 WHERE object_key = $1', [
    objectKey,
    JSON.stringify(upload),
  ]);
}
