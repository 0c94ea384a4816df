import type { Tx } from '../../platform/database/tx.js';
import { dropAudio } from '../audio/audio.writes.js';
import { takeStagedFile } from '../staged-files/staged-files.writes.js';

/** Removes a file that was not released, moves its object to the trash of the user who deletes it, and empties its slot. */
export async function removeStaged(tx: Tx, stagingFileId: string, userId: string): Promise<void> {
  const { audioId, projectId, ...file } = await takeStagedFile(tx, stagingFileId);
  const { id, fileName, originalName, folder, lastModified, uploadedBy, deliverable } = file;
  const staged = { id, fileName, originalName, folder, lastModified, uploadedBy, deliverable };
  await dropAudio(tx, audioId!, { projectId, kind: 'staging', fileName: originalName, userId, staged });
}
