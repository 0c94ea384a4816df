import type { ProjectRole } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { User } from './user.entity.js';

/** The actor for a stored user, for work that continues after their request. */
export const actorOf = (user: User, projectRoles: Record<string, ProjectRole> = {}): Actor => ({
  userId: user.id,
  name: user.name,
  email: addressOf(user),
  role: user.role,
  studioId: user.studioId,
  isOperator: user.isOperator,
  barredFrom: [],
  projectRoles,
  accessVersion: user.accessVersion,
});

/** A user whose identity was proven, and the version of their access at that time. */
export type Access = Pick<Actor, 'userId' | 'accessVersion'>;

export const accessOf = ({ id, accessVersion }: Pick<User, 'id' | 'accessVersion'>): Access => ({
  userId: id,
  accessVersion,
});

/** The address for mails to a user, also before they have accepted a studio's invitation. */
export const addressOf = ({ email, invitedEmail }: Pick<User, 'email' | 'invitedEmail'>): string =>
  invitedEmail ?? email;

/** SQL: the same for the row `alias`. */
export const addressSql = (alias: string): string => `coalesce(${alias}.invited_email, ${alias}.email)`;

export const isSelf = (actor: Actor, userId: string): boolean => actor.userId === userId;

/** Whether the actor may see all fields, for users whom the actor may see. */
export const canReadProfile = (actor: Actor, userId: string): boolean =>
  isSelf(actor, userId) || actor.role === 'engineer';

/** The domain of the addresses that deleted accounts get; it has no mail server. */
export const DEPARTED = '@deleted.invalid';

/** Whether the address is that of a deleted account. */
export const hasLeft = (email: string): boolean => email.endsWith(DEPARTED);
