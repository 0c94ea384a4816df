import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { recordActivity } from '../activity/activity.service.js';
import { lockProject, ProjectAccess } from './project-access.service.js';
import { projectStatusChanged } from './projects.events.js';
import { statusAfter, statusLabel, type ProjectOccurrence, type ProjectStatus } from './project-status.js';
import { Project } from './project.entity.js';

@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Moves a project on after something happened in it, by the table in `project-status.ts`; locks the project's row.
   * `actorId` is null when the product itself acted. Answers the status that the project has now.
   */
  async advance(tx: Tx, projectId: string, occurrence: ProjectOccurrence, actorId: string | null): Promise<ProjectStatus> {
    const project = await lockProject(tx, projectId);
    if (!project) throw new Error(`There is no project ${projectId}`);
    const status = statusAfter(project.status, occurrence);
    await this.changeStatus(tx, project, status, { actorId, byHand: false });
    return status;
  }

  private async changeStatus(
    tx: Tx,
    project: Project,
    to: ProjectStatus,
    { actorId, byHand }: { actorId: string | null; byHand: boolean },
  ): Promise<void> {
    const { id: projectId, status: from, studioId, clientId } = project;
    if (from === to) return;
    project.status = to;
    await tx.manager.update(Project, { id: projectId }, { status: to });
    await recordActivity(tx, {
      projectId,
      type: 'status_changed',
      actorId,
      message: `Status changed from ${statusLabel(from)} to ${statusLabel(to)}`,
    });
    tx.emit(projectStatusChanged, { projectId, from, to, byHand, actorId });
    tx.live({ topic: 'projects', projectId, studioId, userIds: [clientId] });
  }
}
