import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from './project.entity.js';
import { ProjectAccess } from './project-access.service.js';
import { publishProjectChange } from './projects.events.js';
import { bumpStagingRevision } from './staging-revision.writes.js';

/** Runs changes of a project's tracks, slots and staged files one after the other. */
@Injectable()
export class ProjectStructure {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** Runs an engineer's change while holding the project's lock, and marks its suggestions as out of date. */
  change<T>(actor: Actor, projectId: string, work: (tx: Tx, project: Project) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const result = await work(tx, project);
      await bumpStagingRevision(tx, projectId);
      publishProjectChange(tx, project, 'tracks', 'staging');
      return result;
    });
  }
}
