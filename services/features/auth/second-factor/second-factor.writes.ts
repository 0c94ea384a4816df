import type { Database } from '../../../platform/database/database.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { notifySecurityChange } from '../auth.events.js';

/**
 * Lets operators switch two-step sign-in off for a user who has lost phone and recovery codes. Returns false if it is
 * not on for this address.
 */
export async function switchOffCodes(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [ended] = await tx.query<{ userId: string }>(
      `DELETE FROM second_factors WHERE user_id = (SELECT id FROM users WHERE email = $1) AND confirmed_at IS NOT NULL
       RETURNING user_id AS "userId"`,
      [email],
    );
    if (!ended) return false;
    notifySecurityChange(tx, ended.userId, 'second_factor_off');
    const subject = `two-step sign-in of ${email} switched off on the server`;
    await recordAudit(tx, { action: 'account_changed', subject, subjectId: ended.userId });
    return true;
  });
}
