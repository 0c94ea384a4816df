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

/** Whether the client pays for this file, in contrast to an original that the client sent. */
export const isFinal = (file: Pick<OwnedFile, 'fileType'>): boolean => file.fileType !== 'upload';

export const canSeeFile = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isItsEngineer(actor, project) || (isItsClient(actor, project) && (isFinal(file) || file.uploadedBy === actor.userId));

/** Everyone who sees a file may play its preview; a final can only be downloaded after the unlock. */
export const canDownload = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  canSeeFile(actor, file, project) && (!isFinal(file) || canDownloadFinals(actor, project));

/**
 * Whether the actor may play the lossless version. The engineer can allow this before the unlock; after it, clients
 * play the original.
 */
export const canHearLossless = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  project.losslessListening && isFinal(file) && canSeeFile(actor, file, project);

/**
 * Users may delete what they uploaded. Engineers may also delete originals of clients, which take up the studio's
 * storage.
 */
export const canDelete = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file)
    ? file.uploadedBy === actor.userId && isItsEngineer(actor, project)
    : isItsEngineer(actor, project) || (file.uploadedBy === actor.userId && isItsClient(actor, project));

/** Only the project's client approves finals. */
export const canApprove = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file) && isItsClient(actor, project);

export const canUpload = (actor: Actor, fileType: FileType, project: FileProject): boolean =>
  (isFinal({ fileType }) ? canUploadMasters : canUploadOriginals)(actor, project);
