import { Injectable } from '@nestjs/common';
import anyAscii from 'any-ascii';
import { IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound, unprocessable } from '../../platform/errors.js';
import { clockTime } from '../../platform/text.js';
import { recordActivity } from '../activity/activity.writes.js';
import { ProjectFile } from '../files/file.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { lockProject } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';
import { Comment } from './comment.entity.js';
import { guestCommented } from './comments.events.js';
import { MAX_GUEST_COMMENTS } from './comments.schema.js';
import { placeOf } from './comments.service.js';
import { addComment } from './comments.writes.js';

interface GuestComment {
  projectId: string;
  linkId: string;
  /** The user who made the link. */
  createdBy: string;
  guestName: string;
  comment: string;
  fileId: string;
  timestampSeconds: number | null;
  durationS: number | null;
}

export interface GuestCommentRow {
  id: string;
  parentId: string | null;
  fileId: string | null;
  author: string;
  /** The studio's own comments are marked, because guests choose their names. */
  writtenBy: 'studio' | 'project' | 'guest';
  comment: string;
  timestampSeconds: number | null;
  createdAt: Date;
}

/** Comments by visitors of a link, who have no account. */
@Injectable()
export class GuestComments {
  constructor(private readonly database: Database) {}

  /** @throws AppError 422 for a position after the file's end and for the studio's name, 409 for too many comments. */
  async add({ linkId, createdBy, durationS, ...comment }: GuestComment): Promise<void> {
    const { projectId, fileId, timestampSeconds, guestName } = comment;
    if (timestampSeconds !== null && durationS !== null && timestampSeconds > durationS) {
      throw unprocessable('after_the_end', `This track ends at ${clockTime(durationS)}`);
    }
    await this.database.transaction(async (tx) => {
      const project = await lockProject(tx, projectId);
      if (!project) throw notFound('Link');
      await assertNotStudio(tx, project.studioId, guestName);
      if ((await tx.manager.countBy(Comment, { projectId, guestName: Not(IsNull()) })) >= MAX_GUEST_COMMENTS) {
        throw conflict('too_many_comments', 'This record accepts no more comments');
      }
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId });
      const { id: commentId } = await addComment(tx, { ...comment, userId: createdBy, shareLinkId: linkId });
      const message = `${guestName}, a guest, commented${placeOf(file, timestampSeconds)}`;
      await recordActivity(tx, { projectId, type: 'comment_added', actorId: null, message, fileId, commentId });
      tx.emit(guestCommented, { commentId, projectId });
      publishProjectChange(tx, project, 'comments');
    });
  }

  /** The comments made through a link and the answers to them, oldest first. */
  list(linkId: string): Promise<GuestCommentRow[]> {
    return this.database.query<GuestCommentRow>(
      `SELECT c.id, c.parent_id AS "parentId", c.file_id AS "fileId", coalesce(c.guest_name, u.name) AS author,
         CASE WHEN c.guest_name IS NOT NULL THEN 'guest' WHEN u.role = 'engineer' THEN 'studio' ELSE 'project' END AS "writtenBy", c.comment,
         c.timestamp_seconds AS "timestampSeconds", c.created_at AS "createdAt"
       FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN comments parent ON parent.id = c.parent_id
       WHERE (c.share_link_id = $1 OR parent.share_link_id = $1) AND c.deleted_at IS NULL
       ORDER BY c.id`,
      [linkId],
    );
  }
}

/** Guests cannot sign with the name of the studio or of one of its engineers, also in other letters. */
async function assertNotStudio(tx: Tx, studioId: string, guestName: string): Promise<void> {
  const { name, brandName } = await tx.manager.findOneByOrFail(Studio, { id: studioId });
  const engineers = await tx.manager.findBy(User, { studioId });
  const own = [name, brandName, ...engineers.map((engineer) => engineer.name)].map(lettersOf);
  if (own.some((letters) => letters !== '' && letters === lettersOf(guestName))) {
    throw unprocessable('studio_name', 'The studio uses this name. Please give another one');
  }
}

const lettersOf = (name: string): string =>
  anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
