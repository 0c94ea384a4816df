import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { clockTime } from '../../platform/text.js';
import { forgetComment, recordActivity } from '../activity/activity.writes.js';
import { analysisView } from '../audio/audio.view.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectFile } from '../files/file.entity.js';
import { FileAccess } from '../files/file-access.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { canComment, canSeeMoney } from '../projects/projects.policy.js';
import { Comment } from './comment.entity.js';
import { commentViews } from './comment.view.js';
import { commentAdded } from './comments.events.js';
import { canChangeComment, canDeleteComment } from './comments.policy.js';
import {
  type CommentView,
  type CreateComment,
  type ExportQuery,
  MAX_PROJECT_COMMENTS,
  type UpdateComment,
} from './comments.schema.js';
import { addComment } from './comments.writes.js';
import { exportComments } from './export-comments.js';

/** Limit per user across all projects, because each comment may send a mail. */
const COMMENTS_RULE = { window: 60, max: 60 };

@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly limiter: RateLimiter,
  ) {}

  /** All comments of a project, oldest first. */
  async list(actor: Actor, projectId: string): Promise<CommentView[]> {
    const project = await this.access.visible(actor, projectId);
    return commentViews(this.database.manager, actor, project);
  }

  /**
   * Adds a comment to the project, to a file, to a position or passage in a file, to a quote, or as a reply.
   * @throws AppError 404 for a file or comment that the actor cannot see in this project, 422 for a position after the
   * file's end, 409 when the project has too many comments, 429 when the user writes too fast.
   */
  async add(actor: Actor, body: CreateComment, aboutQuote: string | null = null): Promise<CommentView> {
    const { projectId, comment } = body;
    const { userId } = actor;
    assertMayComment(actor, await this.access.visible(actor, projectId));
    const parent = body.parentId ? await this.threadRoot(projectId, body.parentId) : null;
    const parentId = parent?.id ?? null;
    const quoteId = parent ? parent.quoteId : aboutQuote;
    const { fileId, timestampSeconds, endSeconds } = parent ?? anchorOf(body);
    const file = fileId && !parent ? await this.fileOf(actor, projectId, fileId, endSeconds ?? timestampSeconds) : null;
    const about = parent?.fileId ? await this.database.manager.findOneBy(ProjectFile, { id: parent.fileId }) : file;
    await this.limiter.enforce(`comment:${userId}`, COMMENTS_RULE);
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId);
      assertMayComment(actor, project);
      if (quoteId && !canSeeMoney(actor, project)) throw notFound('Comment');
      if ((await tx.manager.countBy(Comment, { projectId, guestName: IsNull() })) >= MAX_PROJECT_COMMENTS) {
        throw conflict('too_many_comments', `A project holds at most ${MAX_PROJECT_COMMENTS} comments`);
      }
      if (parentId) await lockParent(tx, parentId);
      const place = { parentId, fileId, timestampSeconds, endSeconds, quoteId };
      const { id: commentId } = await addComment(tx, { projectId, userId, comment, ...place });
      await recordActivity(tx, {
        projectId,
        type: 'comment_added',
        actorId: userId,
        message: `${parentId ? 'Replied to a comment' : 'Commented'}${quoteId ? ON_QUOTE : placeOf(about, timestampSeconds)}`,
        ...(fileId && { fileId }),
        commentId,
      });
      tx.emit(commentAdded, { commentId, projectId, actorId: userId });
      publishProjectChange(tx, project, 'comments');
      return this.view(tx, actor, project, commentId);
    });
  }

  /** @throws AppError 403 for everyone but the author, 409 if the comment has changed since they read it. */
  update(actor: Actor, commentId: string, { comment, updatedAt: read }: UpdateComment): Promise<CommentView> {
    return this.changeOwn(actor, commentId, canChangeComment, async (tx, project, { updatedAt }) => {
      if (read !== undefined && Date.parse(read) !== updatedAt.getTime()) {
        throw conflict('changed_meanwhile', 'This comment was changed in another window. Nothing was saved yet.');
      }
      await tx.manager.update(Comment, { id: commentId }, { comment });
      return this.view(tx, actor, project, commentId);
    });
  }

  /**
   * Deletes a comment and its entry in the project's history. A comment with replies only loses its text, until the
   * last reply is deleted.
   * @throws AppError 403 for everyone but the author, except comments of guests.
   */
  delete(actor: Actor, commentId: string): Promise<void> {
    return this.changeOwn(actor, commentId, canDeleteComment, async (tx, project, { parentId }) => {
      await forgetComment(tx, project, commentId);
      if (await tx.manager.existsBy(Comment, { parentId: commentId })) {
        await tx.query(`UPDATE comments SET comment = '', deleted_at = now() WHERE id = $1`, [commentId]);
        return;
      }
      await tx.manager.delete(Comment, { id: commentId });
      await tx.query(
        `DELETE FROM comments first WHERE id = $1 AND deleted_at IS NOT NULL
           AND NOT EXISTS (SELECT FROM comments reply WHERE reply.parent_id = first.id)`,
        [parentId],
      );
    });
  }

  /** Resolves or reopens a comment with its replies. @throws AppError 409 for a reply. */
  resolve(actor: Actor, commentId: string, resolved: boolean): Promise<CommentView> {
    return this.database.transaction(async (tx) => {
      const { project, comment } = await this.locked(tx, actor, commentId);
      if (comment.parentId) throw conflict('is_answer', 'Replies are resolved with the comment they reply to');
      await tx.query(
        `UPDATE comments SET resolved_at = CASE WHEN $2 THEN now() END, resolved_by = CASE WHEN $2 THEN $3::uuid END
         WHERE id = $1 AND (resolved_at IS NOT NULL) <> $2`,
        [commentId, resolved, actor.userId],
      );
      publishProjectChange(tx, project, 'comments');
      return this.view(tx, actor, project, commentId);
    });
  }

  async export(
    actor: Actor,
    projectId: string,
    { format, fileId }: ExportQuery,
  ): Promise<{ fileName: string; contentType: string; text: string }> {
    const project = await this.access.visible(actor, projectId);
    const { title } = project;
    await recordAudit(this.database, { action: 'export', subject: `comments of ${title}`, subjectId: projectId });
    const file = fileId ? await this.fileOf(actor, projectId, fileId, null) : null;
    const all = await commentViews(this.database.manager, actor, project);
    const comments = file ? all.filter((comment) => comment.fileId === file.id) : all;
    const { contentType, extension, text } = exportComments(comments, format);
    return { fileName: `${file?.originalName ?? title} comments.${extension}`, contentType, text };
  }

  /** The root comment of the thread; replies to replies belong to it. */
  private async threadRoot(projectId: string, commentId: string): Promise<Comment> {
    const { manager } = this.database;
    const found = await manager.findOneBy(Comment, { id: commentId, projectId });
    const first = found?.parentId ? await manager.findOneBy(Comment, { id: found.parentId }) : found;
    if (!first) throw notFound('Comment');
    return first;
  }

  private async changeOwn<T>(
    actor: Actor,
    commentId: string,
    allows: typeof canChangeComment,
    work: (tx: Tx, project: Project, comment: Comment) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const { project, comment } = await this.locked(tx, actor, commentId);
      if (!allows(actor, comment)) throw forbidden('Only the author may change a comment');
      const result = await work(tx, project, comment);
      publishProjectChange(tx, project, 'comments');
      return result;
    });
  }

  private async locked(tx: Tx, actor: Actor, commentId: string): Promise<{ project: Project; comment: Comment }> {
    const lock = { mode: 'pessimistic_write' } as const;
    const comment = await tx.manager.findOne(Comment, { where: { id: commentId }, lock });
    if (!comment || comment.deletedAt) throw notFound('Comment');
    const project = await this.access.visible(actor, comment.projectId, tx.manager, 'Comment');
    assertMayComment(actor, project);
    return { project, comment };
  }

  private async fileOf(
    actor: Actor,
    projectId: string,
    fileId: string,
    lastSeconds: number | null,
  ): Promise<ProjectFile> {
    const { file, audio } = await this.files.visible(actor, fileId);
    if (file.projectId !== projectId) throw notFound('File');
    const { durationS } = analysisView(audio);
    if (lastSeconds !== null && durationS !== null && lastSeconds > durationS) {
      throw unprocessable('after_the_end', `${file.originalName} ends at ${clockTime(durationS)}`);
    }
    return file;
  }

  private async view(tx: Tx, actor: Actor, project: Project, commentId: string): Promise<CommentView> {
    const [view] = await commentViews(tx.manager, actor, project, commentId);
    return view!;
  }
}

function assertMayComment(actor: Actor, project: Project): void {
  if (!canComment(actor, project))
    throw forbidden('You can only listen in this project. Ask its client to let you comment.');
}

const anchorOf = ({ fileId, timestampSeconds, endSeconds }: CreateComment) => ({
  fileId: fileId ?? null,
  timestampSeconds: timestampSeconds ?? null,
  endSeconds: endSeconds ?? null,
});

/** Locks a comment, so that it is not deleted while a reply is added. */
async function lockParent(tx: Tx, commentId: string): Promise<void> {
  const lock = { mode: 'pessimistic_read' } as const;
  if (!(await tx.manager.findOne(Comment, { where: { id: commentId }, lock }))) throw notFound('Comment');
}

export const ON_QUOTE = ' on the quote';

/** Formats a position: ' on mix.wav at 1:05', ' on mix.wav', or ''. */
export function placeOf(file: Pick<ProjectFile, 'originalName'> | null, timestampSeconds: number | null): string {
  if (!file) return '';
  return ` on ${file.originalName}${timestampSeconds === null ? '' : ` at ${clockTime(timestampSeconds)}`}`;
}
