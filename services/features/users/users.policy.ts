import type { Actor } from '../../platform/http/actor.js';
import type { User } from './user.entity.js';

/** A stored person as the one who acts, for work that goes on after their request. */
export const actorOf = (user: User): Actor => ({
  userId: user.id,
  name: user.name,
  email: addressOf(user),
  role: user.role,
  studioId: user.studioId,
  isOperator: user.isOperator,
  barredFrom: [],
});

/** Where mails reach somebody: also before they have agreed to the studio that has entered them. */
export const addressOf = ({ email, invitedEmail }: Pick<User, 'email' | 'invitedEmail'>): string =>
  invitedEmail ?? email;

/** SQL: the same of the row `alias`. */
export const addressSql = (alias: string): string => `coalesce(${alias}.invited_email, ${alias}.email)`;

export const isSelf = (actor: Actor, userId: string): boolean => actor.userId === userId;

/** Among the people whom the actor may see at all. */
export const canReadProfile = (actor: Actor, userId: string): boolean =>
  isSelf(actor, userId) || actor.role === 'engineer';

/** How the address ends that an ended account gets; no mail server is behind it. */
export const DEPARTED = '@deleted.invalid';

/** Whether the account of that address has ended. */
export const hasLeft = (email: string): boolean => email.endsWith(DEPARTED);
