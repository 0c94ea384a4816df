import type { Actor } from '../../platform/http/actor.js';
import type { Comment } from './comment.entity.js';

/** Only the author may change or delete a comment, and only while they can see the project. */
export const canChangeComment = (actor: Actor, comment: Pick<Comment, 'userId'>): boolean =>
  comment.userId === actor.userId;
