import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { clockTime } from '../../platform/text.js';
import { forgetComment, recordActivity } from '../activity/activity.service.js';
import type { ProjectFile } from '../files/file.entity.js';
import { FileAccess } from '../files/file-access.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { tellProject } from '../projects/projects.events.js';
import { analysisView } from '../sound/audio.view.js';
import { Comment } from './comment.entity.js';
import { commentViews } from './comment.view.js';
import { commentAdded } from './comments.events.js';
import { canChangeComment } from './comments.policy.js';
import { type CommentView, type CreateComment, MAX_PROJECT_COMMENTS, type UpdateComment } from './comments.schema.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
  ) {}

  /** All comments of a project, the oldest first. */
  async list(actor: Actor, projectId: string): Promise<CommentView[]> {
    await this.access.visible(actor, projectId);
    return commentViews(this.database.manager, actor, projectId);
  }

  /**
   * On the project, on one of its files, or on a moment in one.
   * @throws AppError 404 for a file that the actor does not see in this project, 422 for a time after the file's end,
   * 409 when the project holds as many comments as it may.
   */
  async add(actor: Actor, { projectId, comment, fileId, timestampSeconds }: CreateComment): Promise<CommentView> {
    await this.access.visible(actor, projectId);
    const file = fileId ? await this.fileOf(actor, projectId, fileId, timestampSeconds ?? null) : null;
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId);
      if ((await tx.manager.countBy(Comment, { projectId })) >= MAX_PROJECT_COMMENTS) {
        throw conflict('too_many_comments', `A project holds at most ${MAX_PROJECT_COMMENTS} comments`);
      }
      const { userId } = actor;
      const time = { timestampSeconds: timestampSeconds ?? null };
      const { id: commentId } = await tx.manager.save(
        tx.manager.create(Comment, { projectId, userId, comment, fileId: file?.id ?? null, ...time }),
      );
      await recordActivity(tx, {
        projectId,
        type: 'comment_added',
        actorId: userId,
        message: `Commented${placeOf(file, time.timestampSeconds)}`,
        ...(file && { fileId: file.id }),
        commentId,
      });
      tx.emit(commentAdded, { commentId, projectId, actorId: userId });
      tellProject(tx, project, 'comments');
      return this.view(tx, actor, projectId, commentId);
    });
  }

  /** @throws AppError 403 for everyone but its author. */
  update(actor: Actor, commentId: string, { comment }: UpdateComment): Promise<CommentView> {
    return this.change(actor, commentId, async (tx, project) => {
      await tx.manager.update(Comment, { id: commentId }, { comment });
      return this.view(tx, actor, project.id, commentId);
    });
  }

  /** Its line in the project's history goes with it. @throws AppError 403 for everyone but its author. */
  delete(actor: Actor, commentId: string): Promise<void> {
    return this.change(actor, commentId, async (tx, project) => {
      await tx.manager.delete(Comment, { id: commentId });
      await forgetComment(tx, project, commentId);
    });
  }

  private async change<T>(actor: Actor, commentId: string, work: (tx: Tx, project: Project) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const comment = await tx.manager.findOne(Comment, {
        where: { id: commentId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!comment) throw notFound('Comment');
      const project = await this.access.visible(actor, comment.projectId, tx.manager, 'Comment');
      if (!canChangeComment(actor, comment)) throw forbidden('Only its author may change a comment');
      const result = await work(tx, project);
      tellProject(tx, project, 'comments');
      return result;
    });
  }

  private async fileOf(
    actor: Actor,
    projectId: string,
    fileId: string,
    timestampSeconds: number | null,
  ): Promise<ProjectFile> {
    const { file, audio } = await this.files.visible(actor, fileId);
    if (file.projectId !== projectId) throw notFound('File');
    const { durationS } = analysisView(audio);
    if (timestampSeconds !== null && durationS !== null && timestampSeconds > durationS) {
      throw unprocessable('after_the_end', `${file.originalName} ends at ${clockTime(durationS)}`);
    }
    return file;
  }

  private async view(tx: Tx, actor: Actor, projectId: string, commentId: string): Promise<CommentView> {
    const [view] = await commentViews(tx.manager, actor, projectId, commentId);
    return view!;
  }
}

/** ' on mix.wav at 1:05', ' on mix.wav', or nothing. */
export function placeOf(file: Pick<ProjectFile, 'originalName'> | null, timestampSeconds: number | null): string {
  if (!file) return '';
  return ` on ${file.originalName}${timestampSeconds === null ? '' : ` at ${clockTime(timestampSeconds)}`}`;
}
