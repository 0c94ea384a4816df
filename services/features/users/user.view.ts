import { isoTime } from '../../platform/http/fields.js';
import type { User } from './user.entity.js';
import { addressOf } from './users.policy.js';
import type { UserView } from './users.schema.js';

type ShownUser = Pick<User, keyof UserView> & Partial<Pick<User, 'invitedEmail'>>;

export const userView = ({ id, name, email, invitedEmail = null, role, createdAt }: ShownUser): UserView => ({
  id,
  name,
  email: addressOf({ email, invitedEmail }),
  role,
  createdAt: isoTime(createdAt),
});
