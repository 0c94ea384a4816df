import type { ProjectRole } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from './project.entity.js';
import type { ProjectView } from './projects.schema.js';

type Parties = Pick<Project, 'id' | 'studioId' | 'clientId'>;

/** SQL: the roles of the row `users` in the projects that they were invited to, by project id. */
export const PROJECT_ROLES = `(SELECT coalesce(jsonb_object_agg(project_people.project_id, project_people.role), '{}')
  FROM project_people WHERE project_people.user_id = users.id)`;

/** An engineer of the project's studio. */
export const isItsEngineer = (actor: Actor, project: Parties): boolean =>
  actor.role === 'engineer' && actor.studioId === project.studioId;

/**
 * The actor's role among the project's people: its client decides, the others have the role they were invited with. Null
 * for engineers, for outsiders, and for people whom the studio has suspended.
 */
export function roleIn(actor: Actor, project: Parties): ProjectRole | null {
  if (actor.role !== 'client' || actor.barredFrom.includes(project.studioId)) return null;
  return actor.userId === project.clientId ? 'decides' : (actor.projectRoles[project.id] ?? null);
}

/** The ids of the projects that the actor was invited to, and of those in which they decide. */
export const invitedTo = ({ projectRoles }: Actor): string[] => Object.keys(projectRoles);
export const decidesIn = (actor: Actor): string[] =>
  invitedTo(actor).filter((projectId) => actor.projectRoles[projectId] === 'decides');

/** The client or another person of the project. */
export const isItsPerson = (actor: Actor, project: Parties): boolean => roleIn(actor, project) !== null;

/** A person who answers quotes, approves masters and pays for the client. */
export const canDecide = (actor: Actor, project: Parties): boolean => roleIn(actor, project) === 'decides';

export const canSee = (actor: Actor, project: Parties): boolean =>
  isItsEngineer(actor, project) || isItsPerson(actor, project);

export const canUpdate = isItsEngineer;

export const canStage = isItsEngineer;

export const canUploadOriginals = canDecide;

export const canUploadMasters = isItsEngineer;

export const canComment = (actor: Actor, project: Parties): boolean =>
  canSee(actor, project) && roleIn(actor, project) !== 'listens';

/** Whether the actor sees quotes, invoices and sums. */
export const canSeeMoney = (actor: Actor, project: Parties): boolean =>
  isItsEngineer(actor, project) || canDecide(actor, project);

/** Whether the actor may invite people to the project, change their roles and remove them. */
export const canInvite = canSeeMoney;

/** The fields that decide whether finals are unlocked: by payment or by the engineer. */
type PaymentState = Pick<Project, 'status' | 'invoiceStatus'>;

export const finalsUnlocked = ({ status, invoiceStatus }: PaymentState): boolean =>
  invoiceStatus === 'paid' || status === 'paid' || status === 'delivered';

/** SQL: the same for the project `p`. */
export const UNLOCKED = `(p.invoice_status = 'paid' OR p.status IN ('paid', 'delivered'))`;

export const canDownloadFinals = (actor: Actor, project: Parties & PaymentState): boolean =>
  isItsEngineer(actor, project) || (canDecide(actor, project) && finalsUnlocked(project));

/** The actor's permissions for a project, as the API returns them. */
export const projectCan = (actor: Actor, project: Parties & PaymentState): ProjectView['can'] => ({
  update: canUpdate(actor, project),
  stage: canStage(actor, project),
  uploadOriginals: canUploadOriginals(actor, project),
  uploadMasters: canUploadMasters(actor, project),
  downloadFinals: canDownloadFinals(actor, project),
  comment: canComment(actor, project),
  decide: canDecide(actor, project),
  seeMoney: canSeeMoney(actor, project),
  invite: canInvite(actor, project),
});
