import type { EntityManager } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';
import type { Actor, Role } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import type { Project } from '../projects/project.entity.js';
import { canComment, canSeeMoney } from '../projects/projects.policy.js';
import { canChangeComment, canDeleteComment } from './comments.policy.js';
import { type CommentView, MAX_GUEST_COMMENTS, MAX_PROJECT_COMMENTS } from './comments.schema.js';

interface CommentRow {
  id: string;
  projectId: string;
  userId: string;
  userName: string;
  guestName: string | null;
  userRole: Role;
  parentId: string | null;
  comment: string;
  deleted: boolean;
  createdAt: Date;
  updatedAt: Date;
  fileId: string | null;
  fileName: string | null;
  timestampSeconds: number | null;
  endSeconds: number | null;
  quoteId: string | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
}

/** A project's comments as the actor sees them, oldest first; only one comment if `commentId` is given. */
export async function commentViews(
  manager: EntityManager,
  actor: Actor,
  project: Project,
  commentId: string | null = null,
): Promise<CommentView[]> {
  const rows = await selectRows<CommentRow>(
    manager,
    `SELECT c.id, c.project_id AS "projectId", c.user_id AS "userId", coalesce(c.guest_name, u.name) AS "userName", c.guest_name AS "guestName", u.role AS "userRole",
            c.parent_id AS "parentId", c.comment, c.deleted_at IS NOT NULL AS deleted, c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.file_id AS "fileId",
            f.original_name AS "fileName", c.timestamp_seconds AS "timestampSeconds", c.end_seconds AS "endSeconds", c.quote_id AS "quoteId",
            c.resolved_at AS "resolvedAt", resolver.name AS "resolvedBy"
     FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN files f ON f.id = c.file_id
       LEFT JOIN users resolver ON resolver.id = c.resolved_by
     WHERE c.project_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($4 OR c.quote_id IS NULL)
     ORDER BY c.id LIMIT $3`,
    [project.id, commentId, MAX_PROJECT_COMMENTS + MAX_GUEST_COMMENTS, canSeeMoney(actor, project)],
  );
  const mayComment = canComment(actor, project);
  return rows.map((row) => {
    const { guestName, ...shown } = row;
    const mayChange = mayComment && !row.deleted;
    return {
      ...shown,
      guest: guestName !== null,
      createdAt: isoTime(row.createdAt),
      updatedAt: isoTime(row.updatedAt),
      resolvedAt: row.resolvedAt && isoTime(row.resolvedAt),
      can: {
        update: mayChange && canChangeComment(actor, row),
        delete: mayChange && canDeleteComment(actor, row),
        resolve: mayComment && row.parentId === null,
      },
    };
  });
}
