import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
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
