import type { File } from '../../api';
import { stemOf, versionGroups } from '../../lib/audio/versions';

/** The master that a file with this name would replace; undefined if none or more than one matches. */
export function replacedBy(name: string, files: File[]): File | undefined {
  const stem = stemOf(name);
  const finals = versionGroups(files.filter(({ fileType }) => fileType !== 'upload'));
  const alike = finals.filter((group) => group.some(({ originalName }) => stemOf(originalName) === stem));
  return alike.length === 1 ? alike[0]?.[0] : undefined;
}

/** Whether a revision has neither a track and slot nor a master that it replaces. */
export const isUnplacedRevision = ({
  fileType,
  trackId,
  slotType,
  parentFileId,
}: Pick<File, 'fileType' | 'trackId' | 'slotType' | 'parentFileId'>): boolean =>
  fileType === 'revision' && !trackId && !slotType && !parentFileId;
