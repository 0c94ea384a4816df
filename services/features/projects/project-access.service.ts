import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { forbidden, notFound, unauthenticated } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { keepsAccess } from '../users/users.writes.js';
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
   * other. @throws AppError 401 also if the actor's access has ended since the request began.
   */
  async lockVisible(tx: Tx, actor: Actor, projectId: string, what = 'Project'): Promise<Project> {
    const project = allow(actor, await lockProject(tx, projectId), what);
    if (!(await keepsAccess(tx, actor))) throw unauthenticated();
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
