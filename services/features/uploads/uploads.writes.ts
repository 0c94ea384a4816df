import type { Tx } from '../../platform/database/tx.js';
import { type NewStagingFile, SUGGESTED, type SuggestedFile, suggestedValues } from '../staging/staging.writes.js';
import { UploadIntent } from './upload-intent.entity.js';

type RegisteredUpload = Pick<UploadIntent, 'objectKey'> & Omit<NewStagingFile, 'projectId' | 'audioId' | 'uploadedBy'>;

/** Ends uploads; answers what was kept of them. Each is answered once, whoever asks. */
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

/** Once it is here it goes into that slot; null forgets the plan. */
export async function planUpload(tx: Tx, id: string, plannedSlotId: string | null): Promise<void> {
  await tx.manager.update(UploadIntent, { id }, { plannedSlotId });
}

/** No upload is planned for this slot any more. */
export async function freeFromUploads(tx: Tx, plannedSlotId: string): Promise<void> {
  await tx.manager.update(UploadIntent, { plannedSlotId }, { plannedSlotId: null });
}

/** As `noteSuggestions`, for files on their way; of those with a plan the first guess stays. */
export async function noteUploadSuggestions(tx: Tx, suggested: SuggestedFile[]): Promise<boolean> {
  const changed = await tx.query(`UPDATE upload_intents f SET ${SUGGESTED} RETURNING 1`, suggestedValues(suggested));
  return changed.length > 0;
}
