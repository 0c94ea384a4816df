import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { projectRoles } from '../../platform/domain-words.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { excerpt } from '../../platform/text.js';
import { Comment } from '../comments/comment.entity.js';
import { commentAdded } from '../comments/comments.events.js';
import { ON_QUOTE, placeOf } from '../comments/comments.service.js';
import { ProjectFile } from '../files/file.entity.js';
import { isFinal } from '../files/files.policy.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { mentionedIn } from './mentions.js';
import { notify } from './notifications.writes.js';
import { peopleToTell } from './recipients.lib.js';

/** Maximum length of a comment's excerpt in a message, which may be shown in one line. */
const MAX_EXCERPT = 200;

/** Notifies the engineer and the people who comment of each other's comments. */
@Injectable()
export class CommentNewsWorker {
  constructor(private readonly database: Database) {}

  @On(commentAdded, { queue: 'news' })
  async added(
    { commentId, projectId, actorId }: z.output<typeof commentAdded.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const { manager } = this.database;
    const comment = await manager.findOneBy(Comment, { id: commentId });
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!comment || !project) return;
    const file = comment.fileId ? await manager.findOneBy(ProjectFile, { id: comment.fileId }) : null;
    const author = await manager.findOneByOrFail(User, { id: actorId });
    const place = comment.quoteId ? ON_QUOTE : placeOf(file, comment.timestampSeconds);
    const text = `${place} in “${project.title}”: ${excerpt(comment.comment, MAX_EXCERPT)}`;
    const about = {
      commentId,
      ...(comment.quoteId && { quoteId: comment.quoteId }),
      ...(comment.fileId && { fileId: comment.fileId }),
      ...(comment.timestampSeconds !== null && { seconds: comment.timestampSeconds }),
    };
    const people = await peopleToTell(this.database, project, comment.quoteId ? ['decides'] : ['decides', 'comments']);
    const mentioned = new Set(await this.mentioned(comment, project));
    const forEngineer = file && isFinal(file) ? 'comment_on_masters' : 'project_comment';
    const answered = new Set(await this.authorsBefore(comment));
    const engineers = author.role === 'client' || answered.has(project.engineerId) ? [project.engineerId] : [];
    const readers = [...new Set([...engineers, ...people, ...mentioned])].filter((userId) => userId !== actorId);
    await context.commit(async (tx) => {
      for (const userId of readers) {
        const general = userId === project.engineerId ? forEngineer : 'new_comment';
        const [type, did] = mentioned.has(userId)
          ? (['mention', 'mentioned you'] as const)
          : answered.has(userId)
            ? (['mention', 'answered you'] as const)
            : ([general, 'commented'] as const);
        await notify(tx, { userId, type, message: `${author.name} ${did}${text}`, metadata: { projectId, ...about } });
      }
    });
  }

  /** The people of the project, its engineer included, who are mentioned and may read the comment. */
  private async mentioned({ comment, quoteId }: Comment, project: Project): Promise<string[]> {
    if (!comment.includes('@')) return [];
    const people = await peopleToTell(this.database, project, quoteId ? ['decides'] : projectRoles);
    const named = await this.database.manager.find(User, {
      where: { id: In([...people, project.engineerId]) },
      select: { id: true, name: true },
    });
    return mentionedIn(comment, named);
  }

  /** The people who have written in the thread before a reply. */
  private async authorsBefore({ id, parentId }: Comment): Promise<string[]> {
    if (parentId === null) return [];
    const rows = await this.database.query<{ userId: string }>(
      `SELECT DISTINCT user_id AS "userId" FROM comments
       WHERE (id = $1 OR parent_id = $1) AND id < $2 AND deleted_at IS NULL`,
      [parentId, id],
    );
    return rows.map(({ userId }) => userId);
  }
}
