import type { Tx } from '../../platform/database/tx.js';
import { currentRequest } from '../../platform/http/current-request.js';
import { storable } from '../../platform/text.js';
import type { AuditAction, AuditOutcome } from './audit.schema.js';

interface NewAuditEntry {
  action: AuditAction;
  subject: string;
  subjectId?: string | null;
  outcome?: AuditOutcome;
  /** The acting user, if it is not the signed-in one. */
  userId?: string | null;
}

/**
 * Records an action of the current request. Call it in the transaction of the change, so that both succeed or fail
 * together.
 */
export async function recordAudit(
  tx: Pick<Tx, 'query'>,
  { action, subject, subjectId = null, outcome = 'ok', userId }: NewAuditEntry,
): Promise<void> {
  const request = currentRequest();
  await tx.query(
    `INSERT INTO audit_entries (action, outcome, user_id, ip_address, subject, subject_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      action,
      outcome,
      userId ?? request?.actor?.userId ?? null,
      request?.ip ?? null,
      storable(subject.slice(0, 300)),
      subjectId,
    ],
  );
}
