import type { Tx } from '../../platform/database/tx.js';
import { SUGGESTED, type Suggested, suggestedValues } from '../staging/staging.writes.js';
import { UploadIntent } from './upload-intent.entity.js';

/** Once it is here it goes into that slot; null forgets the plan. */
export async function planUpload(tx: Tx, id: string, plannedSlotId: string | null): Promise<void> {
  await tx.manager.update(UploadIntent, { id }, { plannedSlotId });
}

/** No upload is planned for this slot any more. */
export async function freeFromUploads(tx: Tx, plannedSlotId: string): Promise<void> {
  await tx.manager.update(UploadIntent, { plannedSlotId }, { plannedSlotId: null });
}

/** As `noteSuggestions`, for files on their way; of those with a plan the first guess stays. */
export async function noteUploadSuggestions(tx: Tx, suggested: Suggested[]): Promise<void> {
  await tx.query(`UPDATE upload_intents f SET ${SUGGESTED} WHERE f.id = n.id`, suggestedValues(suggested));
}
