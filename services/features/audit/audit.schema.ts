import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';

export const auditActions = [
  'sign_in',
  'sign_in_code',
  'sign_out',
  'account_changed',
  'role_changed',
  'link_changed',
  'export',
  'finals_downloaded',
  'deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['ok', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export const auditEntrySchema = z
  .object({
    id,
    at: time,
    action: z.enum(auditActions),
    outcome: z.enum(auditOutcomes),
    userId: id.nullable(),
    /** Current name of the account; null if it no longer exists. */
    userName: z.string().nullable(),
    ipAddress: z.string().nullable(),
    subject: z.string(),
    subjectId: id.nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

export const auditFilter = z.object({
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Matches subjects, names and addresses. */
  search: z.string().max(200).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditListQuery = pageQuery.extend(auditFilter.shape);
export type AuditListQuery = z.infer<typeof auditListQuery>;
