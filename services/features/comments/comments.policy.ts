import type { Actor } from '../../platform/http/actor.js';
import type { Comment } from './comment.entity.js';

type AuthoredComment = Pick<Comment, 'userId' | 'guestName'>;

/** Only the author may change a comment, and only while they can see the project. */
export const canChangeComment = (actor: Actor, comment: AuthoredComment): boolean =>
  comment.userId === actor.userId && comment.guestName === null;

/** Guests cannot come back to their comments, so the engineer and whoever made the link may delete them. */
export const canDeleteComment = (actor: Actor, comment: AuthoredComment): boolean =>
  comment.userId === actor.userId || (comment.guestName !== null && actor.role === 'engineer');
