import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { excerpt } from '../../platform/text.js';
import { Comment } from '../comments/comment.entity.js';
import { commentAdded } from '../comments/comments.events.js';
import { ON_QUOTE, placeOf } from '../comments/comments.service.js';
import { ProjectFile } from '../files/file.entity.js';
import { isFinal } from '../files/files.policy.js';
import { Project } from '../projects/project.entity.js';
import { Notifier } from './notifier.service.js';

/** Maximum length of a comment's excerpt in a message, which may be shown in one line. */
const MAX_EXCERPT = 200;

/** Notifies client and engineer of each other's comments. */
@Injectable()
export class CommentNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  @On(commentAdded, { queue: 'default' })
  async added(
    { commentId, projectId, actorId }: z.output<typeof commentAdded.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const { manager } = this.database;
    const comment = await manager.findOneBy(Comment, { id: commentId });
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!comment || !project) return;
    const file = comment.fileId ? await manager.findOneBy(ProjectFile, { id: comment.fileId }) : null;
    const fromClient = actorId === project.clientId;
    await this.news.tell(context, {
      projectId,
      actorId,
      to: fromClient ? 'engineer' : 'client',
      about: {
        commentId,
        ...(comment.quoteId && { quoteId: comment.quoteId }),
        ...(comment.fileId && { fileId: comment.fileId }),
        ...(comment.timestampSeconds !== null && { seconds: comment.timestampSeconds }),
      },
      type: !fromClient ? 'new_comment' : file && isFinal(file) ? 'comment_on_masters' : 'project_comment',
      message: ({ title }, name) =>
        `${name} commented${comment.quoteId ? ON_QUOTE : placeOf(file, comment.timestampSeconds)} in “${title}”: ${excerpt(comment.comment, MAX_EXCERPT)}`,
    });
  }
}
