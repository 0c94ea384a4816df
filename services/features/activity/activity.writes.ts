import type { Tx } from '../../platform/database/tx.js';
import { storable } from '../../platform/text.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Activity } from './activity.entity.js';

export interface NewActivity {
  projectId: string;
  /** A stable identifier such as `masters_released`. */
  type: string;
  /** Null when the system acted. */
  actorId: string | null;
  /** One sentence without the actor's name. */
  message: string;
  engineersOnly?: boolean;
  fileId?: string;
  commentId?: string;
}

/** Adds an entry to a project's history and notifies those who may read it. */
export async function recordActivity(tx: Tx, activity: NewActivity): Promise<void> {
  const { projectId, type, actorId, message, engineersOnly = false, fileId = null, commentId = null } = activity;
  const [project] = await tx.query<{ studioId: string; clientId: string }>(
    `WITH added AS (
       INSERT INTO activities (project_id, type, actor_id, message, engineers_only, file_id, comment_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING project_id
     )
     SELECT studio_id AS "studioId", client_id AS "clientId" FROM ${LIVE_PROJECTS} projects WHERE id = (SELECT project_id FROM added)`,
    [projectId, type, actorId, storable(message), engineersOnly, fileId, commentId],
  );
  if (!project) return;
  const clientId = engineersOnly ? null : project.clientId;
  publishProjectChange(tx, { id: projectId, studioId: project.studioId, clientId }, 'activity');
}

/** Removes a deleted comment from the project's history. */
export async function forgetComment(tx: Tx, project: Project, commentId: string): Promise<void> {
  await tx.manager.delete(Activity, { projectId: project.id, commentId });
  publishProjectChange(tx, project, 'activity');
}
