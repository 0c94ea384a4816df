import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { dropAudio, requeueRestored } from '../audio/audio.writes.js';
import { forgetReleased } from '../staging/staging.writes.js';
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

/** It is a newer version of that file. */
export async function replaceFile(tx: Tx, fileId: string, parentFileId: string): Promise<void> {
  await tx.manager.update(ProjectFile, { id: fileId }, { parentFileId });
}

type Removed = Pick<ProjectFile, 'id' | 'audioId' | 'projectId' | 'fileType' | 'originalName'>;

/** Hides the file, gives its slot back to the file it replaced, and puts its object in the trash of who deletes it. */
export async function removeFile(tx: Tx, file: Removed, userId: string): Promise<void> {
  const { id, audioId, projectId, fileType: kind, originalName: fileName } = file;
  const [slot] = await tx.query<{ id: string }>('SELECT id FROM slots WHERE file_id = $1', [id]);
  await tx.query('UPDATE files SET deleted_at = now() WHERE id = $1', [id]);
  await giveSlotBack(tx, id);
  await forgetReleased(tx, audioId);
  await dropAudio(tx, audioId, { projectId, kind, fileName, userId, fileId: id, slotId: slot?.id ?? null });
}

/** Shows a deleted file again and, unless something newer stands there, in the slot that it had. */
export async function bringFileBack(tx: Tx, file: Pick<ProjectFile, 'id' | 'audioId'>, slotId: string | null) {
  await tx.query('UPDATE files SET deleted_at = NULL WHERE id = $1', [file.id]);
  if (slotId) await takeSlotBack(tx, file.id, slotId);
  await requeueRestored(tx, file.audioId);
}
