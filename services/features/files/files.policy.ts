import type { FileType } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import {
  canDownloadFinals,
  canUploadMasters,
  canUploadOriginals,
  isItsClient,
  isItsEngineer,
} from '../projects/projects.policy.js';
import type { ProjectFile } from './file.entity.js';

type OwnedFile = Pick<ProjectFile, 'fileType' | 'uploadedBy'>;
export type FileProject = Pick<Project, 'studioId' | 'clientId' | 'status' | 'invoiceStatus' | 'losslessListening'>;

/** Whether a file is what the client pays for, and not what the client sent. */
export const isFinal = (file: Pick<OwnedFile, 'fileType'>): boolean => file.fileType !== 'upload';

export const canSeeFile = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isItsEngineer(actor, project) || (isItsClient(actor, project) && (isFinal(file) || file.uploadedBy === actor.userId));

/** Previews are for everyone who sees the file; the bytes of a final only after the unlock. */
export const canDownload = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  canSeeFile(actor, file, project) && (!isFinal(file) || canDownloadFinals(actor, project));

/** What an engineer may allow before the unlock; the original is heard by those who may download it. */
export const canHearLossless = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  project.losslessListening && isFinal(file) && canSeeFile(actor, file, project);

/** Each deletes what they made, and the engineer what clients have sent: it fills the studio's store. */
export const canDelete = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file)
    ? file.uploadedBy === actor.userId && isItsEngineer(actor, project)
    : isItsEngineer(actor, project) || (file.uploadedBy === actor.userId && isItsClient(actor, project));

/** The client's word on what they are to pay for. */
export const canApprove = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file) && isItsClient(actor, project);

export const canUpload = (actor: Actor, fileType: FileType, project: FileProject): boolean =>
  (isFinal({ fileType }) ? canUploadMasters : canUploadOriginals)(actor, project);
