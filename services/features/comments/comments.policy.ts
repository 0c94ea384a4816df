import type { Actor } from '../../platform/http/actor.js';
import type { Comment } from './comment.entity.js';

/** Comments are changed and deleted by who wrote them, as long as they may see the project. */
export const canChangeComment = (actor: Actor, comment: Pick<Comment, 'userId'>): boolean =>
  comment.userId === actor.userId;
