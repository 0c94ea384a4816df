/**
 * SQL: time at which the studio of the membership `c` suspended its client `u`. The previous version set it on the user
 * only.
 */
export const SUSPENDED_AT = 'coalesce(c.suspended_at, u.suspended_at)';

/** SQL: the studios that have suspended the user of the row `users`. */
export const BARRED_FROM = `ARRAY(SELECT c.studio_id FROM studio_clients c
  WHERE c.user_id = users.id AND coalesce(c.suspended_at, users.suspended_at) IS NOT NULL)`;

/** SQL: whether the studio of the project `p` has suspended its client. */
export const SUSPENDED = `EXISTS (SELECT FROM studio_clients c JOIN users u ON u.id = c.user_id
  WHERE c.studio_id = p.studio_id AND c.user_id = p.client_id AND ${SUSPENDED_AT} IS NOT NULL)`;

/**
 * SQL: the client `u` gets no mail about the project `p`: the studio has suspended them; or they have not accepted its
 * invitation, and it is no longer pending or the address already has an account. In the last case the invitation is the
 * only mail they get.
 */
export const UNMAILED = `(
  ${SUSPENDED}
  OR u.invited_email IS NOT NULL AND (
    NOT EXISTS (SELECT FROM invites i
                WHERE i.studio_id = p.studio_id AND i.email = u.invited_email AND i.state = 'pending')
    OR EXISTS (SELECT FROM users account WHERE account.email = u.invited_email)))`;
