/** SQL: since when the studio of the membership `c` keeps its person `u` out; an older version wrote only the person's row. */
export const SUSPENDED_AT = 'coalesce(c.suspended_at, u.suspended_at)';

/** SQL: the studios that keep the person of the row `users` out. */
export const BARRED_FROM = `ARRAY(SELECT c.studio_id FROM studio_clients c
  WHERE c.user_id = users.id AND coalesce(c.suspended_at, users.suspended_at) IS NOT NULL)`;

/** SQL: whether the studio of the project `p` keeps its client out. */
export const SUSPENDED = `EXISTS (SELECT FROM studio_clients c JOIN users u ON u.id = c.user_id
  WHERE c.studio_id = p.studio_id AND c.user_id = p.client_id AND ${SUSPENDED_AT} IS NOT NULL)`;

/**
 * SQL: no mail about the project `p` goes to its client `u`. The studio has suspended them; or they have not agreed to
 * it, and their invitation is over, or they have an account here: then the one mail of the invitation is all they get.
 */
export const UNMAILED = `(
  ${SUSPENDED}
  OR u.invited_email IS NOT NULL AND (
    NOT EXISTS (SELECT FROM invites i
                WHERE i.studio_id = p.studio_id AND i.email = u.invited_email AND i.state = 'pending')
    OR EXISTS (SELECT FROM users account WHERE account.email = u.invited_email)))`;
