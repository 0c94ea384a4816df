import { isoTime } from '../../platform/http/fields.js';
import type { User } from './user.entity.js';
import type { UserView } from './users.schema.js';

export const userView = ({ id, name, email, role, createdAt }: Pick<User, keyof UserView>): UserView => ({
  id,
  name,
  email,
  role,
  createdAt: isoTime(createdAt),
});
