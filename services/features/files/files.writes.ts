import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { dropAudio } from '../sound/audio.writes.js';
import { forgetReleased } from '../staging/staging.writes.js';
import { giveSlotBack } from '../tracks/tracks.writes.js';
import { ProjectFile } from './file.entity.js';

type NewFile = Pick<
  ProjectFile,
  | 'projectId'
  | 'audioId'
  | 'fileName'
  | 'originalName'
  | 'fileType'
  | 'uploadedBy'
  | 'trackId'
  | 'slotType'
  | 'parentFileId'
>;

/** Hidden until it has a `completedAt`. */
export const addFile = (tx: Tx, file: NewFile & Partial<ProjectFile>): Promise<ProjectFile> =>
  tx.manager.save(tx.manager.create(ProjectFile, file));

/** The track and slot that it belongs to. */
export async function placeFile(
  tx: Tx,
  fileId: string,
  { trackId, slotType }: { trackId: string; slotType: SlotType },
): Promise<void> {
  await tx.manager.update(ProjectFile, { id: fileId }, { trackId, slotType });
}

/** Hides the file, gives its slot back to the file it replaced, and lets its object go after the commit. */
export async function removeFile(tx: Tx, { id, audioId }: Pick<ProjectFile, 'id' | 'audioId'>): Promise<void> {
  await tx.query('UPDATE files SET deleted_at = now() WHERE id = $1', [id]);
  await giveSlotBack(tx, id);
  await forgetReleased(tx, audioId);
  await dropAudio(tx, audioId);
}
