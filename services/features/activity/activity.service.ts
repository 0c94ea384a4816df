import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import type { Actor, Role } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page, type pageQuery } from '../../platform/http/page.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canSeeMoney, isItsEngineer } from '../projects/projects.policy.js';
import type { ActivityView } from './activity.schema.js';

const cursorSchema = z.tuple([id]);

interface ActivityRow {
  id: string;
  type: string;
  message: string;
  createdAt: Date;
  fileId: string | null;
  commentId: string | null;
  actorId: string | null;
  actorName: string | null;
  actorRole: Role | null;
}

@Injectable()
export class ActivityService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Lists the history, newest first. Only engineers see the entries for engineers, and only people who decide those
   * about quotes, invoices, links, invitations and the people of the project, as in the lists of these.
   */
  async list(actor: Actor, projectId: string, query: z.infer<typeof pageQuery>): Promise<Page<ActivityView>> {
    const project = await this.access.visible(actor, projectId);
    const [before] = query.cursor ? decodeCursor(query.cursor, cursorSchema) : [null];
    const rows = await this.database.query<ActivityRow>(
      `SELECT a.id, a.type, a.message, a.created_at AS "createdAt", a.file_id AS "fileId", a.comment_id AS "commentId",
              u.id AS "actorId", u.name AS "actorName", u.role AS "actorRole"
       FROM activities a LEFT JOIN users u ON u.id = a.actor_id
       WHERE a.project_id = $1 AND ($2 OR NOT a.engineers_only) AND ($5 OR a.type !~ '^(quote|invoice|payment|reminder|link|invite|person|role)_')
         AND ($3::uuid IS NULL OR a.id < $3)
       ORDER BY a.id DESC LIMIT $4`,
      [projectId, isItsEngineer(actor, project), before, query.limit + 1, canSeeMoney(actor, project)],
    );
    return cutPage(rows, query.limit, activityView, (row) => [row.id]);
  }
}

const activityView = ({ actorId, actorName, actorRole, createdAt, ...row }: ActivityRow): ActivityView => ({
  ...row,
  actor: actorId && actorName && actorRole ? { id: actorId, name: actorName, role: actorRole } : null,
  createdAt: isoTime(createdAt),
});
