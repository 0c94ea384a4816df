import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import { conflict, forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Project } from './project.entity.js';
import { canSee, canSeeMoney, isItsEngineer } from './projects.policy.js';
import { lockProject } from './projects.writes.js';

/** Checks access to everything inside a project. `what` is the noun in the 404 that outsiders get. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly database: Database) {}

  /** The project, for its studio's engineers and its people. @throws AppError 404 for everyone else. */
  async visible(
    actor: Actor,
    projectId: string,
    manager: EntityManager = this.database.manager,
    what = 'Project',
  ): Promise<Project> {
    return allow(actor, await manager.findOneBy(Project, { id: projectId }), what);
  }

  /** The project, for its studio's engineers. @throws AppError 404 for outsiders, 403 for the project's people. */
  async forEngineer(actor: Actor, projectId: string, manager?: EntityManager, what?: string): Promise<Project> {
    return engineersOnly(actor, await this.visible(actor, projectId, manager, what));
  }

  /** The project, for its engineers and people who decide. @throws AppError 404 for outsiders, 403 for its other people. */
  async forDeciders(actor: Actor, projectId: string, manager?: EntityManager, what?: string): Promise<Project> {
    return decidersOnly(actor, await this.visible(actor, projectId, manager, what));
  }

  /**
   * Like `visible`, with the row locked until the transaction ends, so that changes of one project run one after the
   * other. The actor's role may have ended while they waited for it: that counts, too.
   */
  async lockVisible(tx: Tx, actor: Actor, projectId: string, what = 'Project'): Promise<Project> {
    const project = allow(actor, await lockProject(tx, projectId), what);
    if (actor.role === 'client') await assertSameRole(tx, actor, project, what);
    return project;
  }

  /** Like `forDeciders`, with the row locked until the transaction ends. */
  async lockForDeciders(tx: Tx, actor: Actor, projectId: string, what?: string): Promise<Project> {
    return decidersOnly(actor, await this.lockVisible(tx, actor, projectId, what));
  }

  /** Like `forEngineer`, with the row locked until the transaction ends. */
  async lockForEngineer(tx: Tx, actor: Actor, projectId: string, what?: string): Promise<Project> {
    return engineersOnly(actor, await this.lockVisible(tx, actor, projectId, what));
  }
}

async function assertSameRole(tx: Tx, actor: Actor, project: Project, what: string): Promise<void> {
  const [now] = await tx.query<{ role: ProjectRole | null; isBarred: boolean }>(
    `SELECT (SELECT role FROM project_people WHERE project_id = $1 AND user_id = $2) AS role,
       EXISTS (SELECT FROM studio_clients WHERE studio_id = $3 AND user_id = $2 AND suspended_at IS NOT NULL) AS "isBarred"`,
    [project.id, actor.userId, project.studioId],
  );
  const { role, isBarred } = now!;
  if (isBarred) throw notFound(what);
  if (actor.userId === project.clientId || role === actor.projectRoles[project.id]) return;
  if (role === null) throw notFound(what);
  throw conflict('role_changed', 'Your role in this project has just changed. Please try again');
}

function allow(actor: Actor, project: Project | null, what: string): Project {
  if (!project || !canSee(actor, project)) throw notFound(what);
  return project;
}

function engineersOnly(actor: Actor, project: Project): Project {
  if (!isItsEngineer(actor, project)) throw forbidden('This page is only available to engineers.');
  return project;
}

function decidersOnly(actor: Actor, project: Project): Project {
  if (!canSeeMoney(actor, project))
    throw forbidden('Only people who decide in this project, and its engineer, do this.');
  return project;
}
