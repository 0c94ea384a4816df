import type { FileType } from '../../platform/domain-words.js';
import { AppError, forbidden } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import {
  canDecide,
  canDownloadFinals,
  canSee,
  canSeeMoney,
  canUploadMasters,
  canUploadOriginals,
  isItsEngineer,
} from '../projects/projects.policy.js';
import type { ProjectFile } from './file.entity.js';

export type OwnedFile = Pick<ProjectFile, 'fileType' | 'uploadedBy'>;
export type HeardFile = Pick<ProjectFile, 'fileType' | 'deliverable'>;
export type FileProject = Pick<
  Project,
  'id' | 'studioId' | 'clientId' | 'status' | 'invoiceStatus' | 'losslessListening'
>;

/** Whether the client pays for this file, in contrast to an original that the client sent. */
export const isFinal = (file: Pick<OwnedFile, 'fileType'>): boolean => file.fileType !== 'upload';

/** Whether it is a master that is heard and approved, in contrast to a DDP or lyrics. */
export const isMaster = (file: HeardFile): boolean => isFinal(file) && file.deliverable === null;

/**
 * Everyone who sees the project may play its previews. Engineers and people who decide may download originals, and finals
 * after the unlock.
 */
export const canDownload = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file) ? canDownloadFinals(actor, project) : isItsEngineer(actor, project) || canDecide(actor, project);

/** Why someone who sees a file may not download it. */
export const downloadRefusal = (actor: Actor, project: FileProject): AppError =>
  canDecide(actor, project)
    ? new AppError(402, 'payment_required', 'Payment required')
    : forbidden('Only people who decide in this project download its files');

/**
 * Whether the actor may play the lossless version. The engineer can allow this before the unlock; after it, clients
 * play the original.
 */
export const canHearLossless = (actor: Actor, file: HeardFile, project: FileProject): boolean =>
  project.losslessListening && isMaster(file) && canSee(actor, project);

/**
 * Users may delete what they uploaded. Engineers may also delete originals of clients, which take up the studio's
 * storage.
 */
export const canDelete = (actor: Actor, file: OwnedFile, project: FileProject): boolean =>
  isFinal(file)
    ? file.uploadedBy === actor.userId && isItsEngineer(actor, project)
    : isItsEngineer(actor, project) || (file.uploadedBy === actor.userId && canDecide(actor, project));

/** Only people who decide approve finals. */
export const canApprove = (actor: Actor, file: HeardFile, project: FileProject): boolean =>
  isMaster(file) && canDecide(actor, project);

/** Whether the actor may say which track an original belongs to. */
export const canPair = canSeeMoney;

export const canUpload = (actor: Actor, fileType: FileType, project: FileProject): boolean =>
  (isFinal({ fileType }) ? canUploadMasters : canUploadOriginals)(actor, project);
