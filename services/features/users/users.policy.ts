import type { Actor } from '../../platform/http/actor.js';
import type { User } from './user.entity.js';

/** A stored person as the one who acts, for work that goes on after their request. */
export const actorOf = ({ id, name, email, role, studioId, isOperator }: User): Actor => ({
  userId: id,
  name,
  email,
  role,
  studioId,
  isOperator,
});
