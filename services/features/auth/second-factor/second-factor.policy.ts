/**
 * SQL: whether the studio of the engineer `users` requires two-step sign-in and they have not set it up. Clients are
 * not affected, because they do not belong to a studio.
 */
export const OWES_SECOND_FACTOR = `(users.role = 'engineer'
  AND EXISTS (SELECT FROM studios s WHERE s.id = users.studio_id AND s.requires_second_factor)
  AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL))`;
