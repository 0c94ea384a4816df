import type { Tx } from '../../platform/database/tx.js';
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
