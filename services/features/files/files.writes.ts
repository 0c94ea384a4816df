import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { dropAudio, requeueRestored } from '../audio/audio.writes.js';
import { forgetReleased } from '../staged-files/staged-files.writes.js';
import { giveSlotBack, takeSlotBack } from '../tracks/tracks.writes.js';
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

/** The file stays hidden until its `completedAt` is set. */
export const addFile = (tx: Tx, file: NewFile & Partial<ProjectFile>): Promise<ProjectFile> =>
  tx.manager.save(tx.manager.create(ProjectFile, file));

/** Sets the track and slot of a file. */
export async function placeFile(
  tx: Tx,
  fileId: string,
  { trackId, slotType }: { trackId: string; slotType: SlotType },
): Promise<void> {
  await tx.manager.update(ProjectFile, { id: fileId }, { trackId, slotType });
}

/** Marks a file as a newer version of another one. */
export async function replaceFile(tx: Tx, fileId: string, parentFileId: string): Promise<void> {
  await tx.manager.update(ProjectFile, { id: fileId }, { parentFileId });
}

type RemovedFile = Pick<ProjectFile, 'id' | 'audioId' | 'projectId' | 'fileType' | 'originalName'>;

/**
 * Hides the file, restores the replaced file to its slot, and moves its object to the trash of the user who deletes it.
 */
export async function removeFile(tx: Tx, file: RemovedFile, userId: string): Promise<void> {
  const { id, audioId, projectId, fileType: kind, originalName: fileName } = file;
  const [slot] = await tx.query<{ id: string }>('SELECT id FROM slots WHERE file_id = $1', [id]);
  await tx.query('UPDATE files SET deleted_at = now() WHERE id = $1', [id]);
  await giveSlotBack(tx, id);
  await forgetReleased(tx, audioId);
  await dropAudio(tx, audioId, { projectId, kind, fileName, userId, fileId: id, slotId: slot?.id ?? null });
}

/** Restores a deleted file, also to its former slot unless a newer file is there. */
export async function bringFileBack(tx: Tx, file: Pick<ProjectFile, 'id' | 'audioId'>, slotId: string | null) {
  await tx.query('UPDATE files SET deleted_at = NULL WHERE id = $1', [file.id]);
  if (slotId) await takeSlotBack(tx, file.id, slotId);
  await requeueRestored(tx, file.audioId);
}
