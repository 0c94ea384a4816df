import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { StagingFile } from './staging-file.entity.js';

type NewStagingFile = Pick<
  StagingFile,
  'projectId' | 'audioId' | 'fileName' | 'originalName' | 'folder' | 'lastModified' | 'uploadedBy'
>;

export const stageFile = (tx: Tx, file: NewStagingFile): Promise<StagingFile> =>
  tx.manager.save(tx.manager.create(StagingFile, file));

/** It stands in a slot. */
export async function markAssigned(tx: Tx, stagingFileId: string): Promise<void> {
  await tx.manager.update(StagingFile, { id: stagingFileId }, { status: 'assigned' });
}

/** They stand in no slot any more. */
export async function returnToPending(tx: Tx, stagingFileIds: string[]): Promise<void> {
  await tx.manager.update(StagingFile, { id: In(stagingFileIds), status: 'assigned' }, { status: 'pending' });
}

/** Forgets from where a file was released that is deleted now. */
export async function forgetReleased(tx: Tx, audioId: string): Promise<void> {
  await tx.manager.delete(StagingFile, { audioId, status: 'released' });
}

type Suggested = Pick<StagingFile, 'id' | 'suggestions' | 'verdict' | 'words'> & { placed: boolean };

/** Writes down what is suggested for files that are not released; of those in a slot the first guess stays. */
export async function noteSuggestions(tx: Tx, suggested: Suggested[]): Promise<void> {
  await tx.query(
    `UPDATE staging_files f SET suggestions = n.suggestions, verdict = n.verdict, words = n.words,
       guessed_slot = CASE WHEN n.placed THEN f.guessed_slot ELSE n.suggestions->0->>'slotType' END
     FROM unnest($1::uuid[], $2::jsonb[], $3::text[], $4::jsonb[], $5::boolean[])
       AS n (id, suggestions, verdict, words, placed)
     WHERE f.id = n.id AND f.status <> 'released'`,
    [
      suggested.map((file) => file.id),
      suggested.map((file) => JSON.stringify(file.suggestions)),
      suggested.map((file) => file.verdict),
      suggested.map((file) => JSON.stringify(file.words)),
      suggested.map((file) => file.placed),
    ],
  );
}
