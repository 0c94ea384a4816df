import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import { canDecide, isItsEngineer } from '../projects/projects.policy.js';

type Parties = Pick<Project, 'id' | 'studioId' | 'clientId'>;

/** Whether the actor may change the album and answer proposals. */
export const canEditAlbum = (actor: Actor, project: Parties): boolean => isItsEngineer(actor, project);

/** Whether the actor may propose another order and other titles. */
export const canPropose = (actor: Actor, project: Parties): boolean => canDecide(actor, project);
