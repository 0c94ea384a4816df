import type { Tx } from '../../platform/database/tx.js';
import { currentRequest } from '../../platform/http/current-request.js';
import type { AuditAction, AuditOutcome } from './audit.schema.js';

interface NewAuditEntry {
  action: AuditAction;
  subject: string;
  subjectId?: string | null;
  outcome?: AuditOutcome;
  /** Who did it, where it is not whoever is signed in. */
  userId?: string | null;
}

/** Notes what the running request does. Call it in the transaction of the change, so that both happen or neither. */
export async function recordAudit(
  tx: Pick<Tx, 'query'>,
  { action, subject, subjectId = null, outcome = 'ok', userId }: NewAuditEntry,
): Promise<void> {
  const request = currentRequest();
  await tx.query(
    `INSERT INTO audit_entries (action, outcome, user_id, ip_address, subject, subject_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [action, outcome, userId ?? request?.actor?.userId ?? null, request?.ip ?? null, subject.slice(0, 300), subjectId],
  );
}
