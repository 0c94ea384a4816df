import type { Actor } from '../../platform/http/actor.js';
import type { Project } from './project.entity.js';
import type { ProjectView } from './projects.schema.js';

type Parties = Pick<Project, 'studioId' | 'clientId'>;

/** An engineer of the project's studio. */
export const isItsEngineer = (actor: Actor, project: Parties): boolean =>
  actor.role === 'engineer' && actor.studioId === project.studioId;

/** The project's client, unless its studio has suspended them. */
export const isItsClient = (actor: Actor, project: Parties): boolean =>
  actor.role === 'client' && actor.userId === project.clientId && !actor.barredFrom.includes(project.studioId);

export const canSee = (actor: Actor, project: Parties): boolean =>
  isItsEngineer(actor, project) || isItsClient(actor, project);

export const canUpdate = isItsEngineer;

export const canStage = isItsEngineer;

export const canUploadOriginals = isItsClient;

export const canUploadMasters = isItsEngineer;

/** The fields that decide whether finals are unlocked: by payment or by the engineer. */
type PaymentState = Pick<Project, 'status' | 'invoiceStatus'>;

export const finalsUnlocked = ({ status, invoiceStatus }: PaymentState): boolean =>
  invoiceStatus === 'paid' || status === 'paid' || status === 'delivered';

export const canDownloadFinals = (actor: Actor, project: Parties & PaymentState): boolean =>
  isItsEngineer(actor, project) || (isItsClient(actor, project) && finalsUnlocked(project));

/** The actor's permissions for a project, as the API returns them. */
export const projectCan = (actor: Actor, project: Parties & PaymentState): ProjectView['can'] => ({
  update: canUpdate(actor, project),
  stage: canStage(actor, project),
  uploadOriginals: canUploadOriginals(actor, project),
  uploadMasters: canUploadMasters(actor, project),
  downloadFinals: canDownloadFinals(actor, project),
});
