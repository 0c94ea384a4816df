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

export const isSelf = (actor: Actor, userId: string): boolean => actor.userId === userId;

/** Among the people whom the actor may see at all. */
export const canReadProfile = (actor: Actor, userId: string): boolean =>
  isSelf(actor, userId) || actor.role === 'engineer';

/** How the address ends that an ended account gets; no mail server is behind it. */
export const DEPARTED = '@deleted.invalid';

/** Whether the account of that address has ended. */
export const hasLeft = (email: string): boolean => email.endsWith(DEPARTED);
