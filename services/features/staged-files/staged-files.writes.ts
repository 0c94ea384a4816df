import { In, Not } from 'typeorm';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import type { Tx } from '../../platform/database/tx.js';
import { storableJson } from '../../platform/text.js';
import { StagingFile } from './staging-file.entity.js';

export type NewStagingFile = Pick<
  StagingFile,
  | 'id'
  | 'projectId'
  | 'audioId'
  | 'fileName'
  | 'originalName'
  | 'folder'
  | 'lastModified'
  | 'uploadedBy'
  | 'deliverable'
>;

/** Adds files whose audio is stored already. */
export async function stageFiles(tx: Tx, files: NewStagingFile[]): Promise<void> {
  const staged = files.map((file) => ({ ...file, status: file.deliverable ? ('assigned' as const) : undefined }));
  await tx.manager.insert(StagingFile, staged);
}

/** Records that the file is in a slot. */
export async function markAssigned(tx: Tx, stagingFileId: string): Promise<void> {
  const placed = { status: 'assigned', plannedSlotId: null, contradiction: null, deliverable: null } as const;
  await tx.manager.update(StagingFile, { id: stagingFileId }, placed);
}

/** Makes a file a deliverable without a slot, or a file for a slot again. The caller has taken it out of its slot. */
export async function saveDeliverable(tx: Tx, file: StagingFile, deliverable: Deliverable | null): Promise<void> {
  const hasArrived = file.status !== 'incoming';
  await tx.manager.update(
    StagingFile,
    { id: file.id },
    {
      deliverable,
      plannedSlotId: null,
      ...(deliverable && { suggestions: [], verdict: null, words: [], question: null, contradiction: null }),
      ...(hasArrived && { status: deliverable ? 'assigned' : 'pending' }),
    },
  );
}

/** Makes the deliverables of a track that is being deleted those of the whole record. */
export async function forgetTrackOfDeliverables(tx: Tx, trackId: string): Promise<void> {
  await tx.query(
    `UPDATE staging_files SET deliverable = deliverable || '{"trackId": null}' WHERE deliverable->>'trackId' = $1`,
    [trackId],
  );
}

/** Plans the slot of a file that is being uploaded. */
export async function planSlot(tx: Tx, id: string, plannedSlotId: string): Promise<void> {
  await tx.manager.update(StagingFile, { id, status: 'incoming' }, { plannedSlotId, deliverable: null });
}

/** Cancels the plan of one file, or all plans for one slot. */
export async function dropPlan(tx: Tx, which: { id: string } | { plannedSlotId: string }): Promise<void> {
  await tx.manager.update(StagingFile, which, { plannedSlotId: null });
}

/** Ends the wait for the file's own header and drops the header that the browser read. */
export async function closeArrival(tx: Tx, stagingFileId: string, contradiction: string | null): Promise<void> {
  await tx.manager.update(StagingFile, { id: stagingFileId }, { header: null, plannedSlotId: null, contradiction });
}

/** Records that the files are no longer in a slot. */
export async function returnToPending(tx: Tx, stagingFileIds: string[]): Promise<void> {
  await tx.manager.update(StagingFile, { id: In(stagingFileIds), status: 'assigned' }, { status: 'pending' });
}

/** Deletes the staging row of a released file that is being deleted. */
export async function forgetReleased(tx: Tx, audioId: string): Promise<void> {
  await tx.manager.delete(StagingFile, { audioId, status: 'released' });
}

export type SuggestedFile = Pick<StagingFile, 'id' | 'suggestions' | 'verdict' | 'words' | 'question'> & {
  placed: boolean;
};

const GUESS = `CASE WHEN n.placed THEN f.guessed_slot ELSE n.suggestions->0->>'slotType' END`;

/**
 * Stores suggestions for files that are not released, and returns whether any have changed. The first guess for a file
 * with a slot or a planned one is kept.
 */
export async function noteSuggestions(tx: Tx, suggested: SuggestedFile[]): Promise<boolean> {
  if (suggested.length === 0) return false;
  const changed = await tx.query(
    `UPDATE staging_files f
     SET suggestions = n.suggestions, verdict = n.verdict, words = n.words, question = n.question,
       guessed_slot = ${GUESS}
     FROM unnest($1::uuid[], $2::jsonb[], $3::text[], $4::jsonb[], $5::jsonb[], $6::boolean[])
       AS n (id, suggestions, verdict, words, question, placed)
     WHERE f.id = n.id AND f.status <> 'released' AND (f.suggestions, f.verdict, f.words, f.question, f.guessed_slot)
       IS DISTINCT FROM (n.suggestions, n.verdict, n.words, n.question, ${GUESS})
     RETURNING 1`,
    [
      suggested.map((file) => file.id),
      suggested.map((file) => storableJson(file.suggestions)),
      suggested.map((file) => file.verdict),
      suggested.map((file) => storableJson(file.words)),
      suggested.map((file) => file.question && storableJson(file.question)),
      suggested.map((file) => file.placed),
    ],
  );
  return changed.length > 0;
}

/** Deletes the row of a file that has arrived, which empties its slot, and returns the row. */
export async function takeStagedFile(tx: Tx, stagingFileId: string): Promise<StagingFile> {
  const file = await tx.manager.findOneByOrFail(StagingFile, { id: stagingFileId, status: Not('incoming') });
  await tx.manager.delete(StagingFile, { id: stagingFileId });
  return file;
}

export async function markReleased(tx: Tx, stagingFileId: string): Promise<void> {
  await tx.query(`UPDATE staging_files SET status = 'released', released_at = now() WHERE id = $1`, [stagingFileId]);
}

/** Hides the row of a released file from the staging area. */
export async function hideReleased(tx: Tx, stagingFileId: string): Promise<void> {
  await tx.query('UPDATE staging_files SET hidden_at = now() WHERE id = $1', [stagingFileId]);
}
