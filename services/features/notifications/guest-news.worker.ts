import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { excerpt } from '../../platform/text.js';
import { Comment } from '../comments/comment.entity.js';
import { guestCommented } from '../comments/comments.events.js';
import { placeOf } from '../comments/comments.service.js';
import { ProjectFile } from '../files/file.entity.js';
import { Notifier } from './notifier.service.js';

/** Maximum length of a comment's excerpt in a message, which may be shown in one line. */
const MAX_EXCERPT = 200;

type GuestCommented = z.output<typeof guestCommented.schema>;

/** Notifies engineer and client of comments by visitors of a link. */
@Injectable()
export class GuestNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  @On(guestCommented, { queue: 'news' })
  tellEngineer(event: GuestCommented, context: HandlerContext): Promise<void> {
    return this.tell(event, 'engineer', context);
  }

  @On(guestCommented, { queue: 'news' })
  tellClient(event: GuestCommented, context: HandlerContext): Promise<void> {
    return this.tell(event, 'commenters', context);
  }

  private async tell(
    { commentId, projectId }: GuestCommented,
    to: 'commenters' | 'engineer',
    context: HandlerContext,
  ): Promise<void> {
    const { manager } = this.database;
    const comment = await manager.findOneBy(Comment, { id: commentId });
    if (!comment) return;
    const file = comment.fileId ? await manager.findOneBy(ProjectFile, { id: comment.fileId }) : null;
    const { fileId, timestampSeconds: seconds } = comment;
    await this.news.tell(context, {
      projectId,
      actorId: null,
      to,
      about: { commentId, ...(fileId && { fileId }), ...(seconds !== null && { seconds }) },
      type: to === 'commenters' ? 'new_comment' : 'comment_on_masters',
      message: ({ title }) =>
        `${comment.guestName} (guest) commented${placeOf(file, comment.timestampSeconds)} in “${title}”: ${excerpt(comment.comment, MAX_EXCERPT)}`,
    });
  }
}
