import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';

/**
 * All stored data about a person, by section: SQL with the user's id as $1. It excludes hashes and tokens, which would
 * let someone sign in, and texts by others unless they were addressed to the person.
 */
export const sections = {
  account: `SELECT id, name, email, email_verified AS "emailVerified", role, is_operator AS "isOperator",
      image AS avatar, created_at AS "createdAt", updated_at AS "updatedAt" FROM users WHERE id = $1`,
  profile: `SELECT phone, address, country, bio, company, website, preferred_genres AS "preferredGenres"
    FROM profiles WHERE user_id = $1`,
  waysToSignIn: `SELECT provider_id AS provider, created_at AS "createdAt" FROM accounts WHERE user_id = $1 ORDER BY 2`,
  secondFactor: `SELECT confirmed_at AS "confirmedAt", created_at AS "createdAt" FROM second_factors WHERE user_id = $1`,
  sessions: `SELECT created_at AS "createdAt", updated_at AS "lastUsedAt", expires_at AS "expiresAt",
      ip_address AS "ipAddress", user_agent AS "userAgent" FROM sessions WHERE user_id = $1 ORDER BY 1`,
  ownStudio: `SELECT s.name, s.currency, s.time_zone AS "timeZone", s.brand_name AS "brandName",
      s.brand_color AS "brandColor", s.brand_logo AS "brandLogo", s.contact_email AS "contactEmail",
      s.mail_closing AS "mailClosing", s.twitter, s.instagram, s.facebook,
      s.legal_name AS "legalName", s.address, s.tax_id AS "taxId", s.payment_instructions AS "paymentInstructions",
      s.created_at AS "createdAt" FROM studios s JOIN users u ON u.studio_id = s.id WHERE u.id = $1`,
  studios: `SELECT s.name AS studio, c.shares_profile AS "sharesProfile", c.created_at AS since,
      c.suspended_at AS "suspendedAt"
    FROM studio_clients c JOIN studios s ON s.id = c.studio_id WHERE c.user_id = $1 ORDER BY 3`,
  invitations: `SELECT s.name AS studio, i.name, i.state, i.created_at AS "createdAt", i.expires_at AS "expiresAt"
    FROM invites i JOIN users u ON u.email = i.email JOIN studios s ON s.id = i.studio_id WHERE u.id = $1 ORDER BY i.id`,
  engineersInvited: `SELECT name, email, created_at AS "createdAt", accepted_at AS "acceptedAt", expires_at AS "expiresAt"
    FROM engineer_invites WHERE invited_by = $1 ORDER BY id`,
  auditTrail: `SELECT action, outcome, subject, ip_address AS "ipAddress", at FROM audit_entries
    WHERE user_id = $1 ORDER BY id`,
  projects: `SELECT id, title, notes, status, created_at AS "createdAt", updated_at AS "updatedAt", trashed_at AS "deletedAt"
    FROM projects WHERE client_id = $1 OR engineer_id = $1 ORDER BY id`,
  invitedTo: `SELECT project_id AS "projectId", role, name, created_at AS "createdAt" FROM project_people
    WHERE user_id = $1 ORDER BY 1`,
  files: `SELECT f.project_id AS "projectId", f.original_name AS "fileName", f.file_type AS "fileType",
      a.size_bytes AS "sizeBytes", a.sha256, f.created_at AS "createdAt", f.deleted_at AS "deletedAt"
    FROM files f JOIN audio a ON a.id = f.audio_id WHERE f.uploaded_by = $1 ORDER BY f.id`,
  stagedFiles: `SELECT s.project_id AS "projectId", s.original_name AS "fileName", a.size_bytes AS "sizeBytes",
      s.created_at AS "createdAt" FROM staging_files s JOIN audio a ON a.id = s.audio_id
    WHERE s.uploaded_by = $1 ORDER BY s.id`,
  downloads: `SELECT d.file_id AS "fileId", f.original_name AS "fileName", d.created_at AS "createdAt"
    FROM file_downloads d JOIN files f ON f.id = d.file_id WHERE d.user_id = $1 ORDER BY 3`,
  listens: `SELECT l.file_id AS "fileId", f.original_name AS "fileName", l.seconds, l.heard_at AS "heardAt"
    FROM listens l JOIN files f ON f.id = l.file_id WHERE l.user_id = $1 ORDER BY 2`,
  verdicts: `SELECT a.file_id AS "fileId", f.original_name AS "fileName", a.verdict, a.note, a.created_at AS "createdAt"
    FROM (SELECT file_id, user_id, verdict, note, created_at FROM verdicts
      UNION SELECT file_id, user_id, verdict, note, created_at FROM approvals) a JOIN files f ON f.id = a.file_id WHERE a.user_id = $1 ORDER BY 5`,
  acceptedChecks: `SELECT c.slot_type AS "slotType", c.code, c.reason, c.created_at AS "createdAt" FROM accepted_checks c
    WHERE c.user_id = $1 ORDER BY 3`,
  madeCopies: `SELECT project_id AS "projectId", kind, part, made_at AS "madeAt" FROM made_copies
    WHERE user_id = $1 ORDER BY made_at`,
  albumProposals: `SELECT project_id AS "projectId", "order", titles, status, answer, answered_at AS "answeredAt",
      created_at AS "createdAt" FROM album_proposals WHERE proposed_by = $1 OR answered_by = $1 ORDER BY id`,
  comments: `SELECT project_id AS "projectId", file_id AS "fileId", timestamp_seconds AS "timestampSeconds", comment,
      created_at AS "createdAt", updated_at AS "updatedAt" FROM comments
    WHERE user_id = $1 AND guest_name IS NULL AND deleted_at IS NULL ORDER BY id`,
  shareLinks: `SELECT project_id AS "projectId", purpose, name, ends_at AS "endsAt", revoked_at AS "revokedAt",
      created_at AS "createdAt" FROM share_links WHERE created_by = $1 ORDER BY id`,
  quotes: `SELECT q.project_id AS "projectId", q.version, q.status, q.amount_cents AS "amountCents", q.currency, q.lines, q.notes,
      q.reject_reason AS "rejectReason", q.created_at AS "createdAt" FROM quotes q JOIN projects p ON p.id = q.project_id
    WHERE p.client_id = $1 OR q.created_by = $1 ORDER BY q.id`,
  invoices: `SELECT i.project_id AS "projectId", i.number, i.status, i.amount_cents AS "amountCents", i.currency, i.lines,
      i.due_date AS "dueDate", i.notes, i.issuer, i.recipient, i.paid_at AS "paidAt", i.created_at AS "createdAt"
    FROM invoices i JOIN projects p ON p.id = i.project_id WHERE p.client_id = $1 OR p.engineer_id = $1 ORDER BY i.id`,
  activities: `SELECT project_id AS "projectId", type, message, created_at AS "createdAt"
    FROM activities WHERE actor_id = $1 ORDER BY id`,
  notifications: `SELECT type, message, metadata, read_at AS "readAt", emailed_at AS "emailedAt",
      created_at AS "createdAt" FROM notifications WHERE user_id = $1 ORDER BY id`,
  mutedMails: `SELECT type, created_at AS "createdAt" FROM muted_mails WHERE user_id = $1 ORDER BY 1`,
  projectVisits: `SELECT project_id AS "projectId", visited_at AS "visitedAt" FROM project_visits
    WHERE user_id = $1 ORDER BY 2`,
} as const;

/** Sections with at most one row. */
const SINGLE = new Set(['account', 'profile', 'secondFactor', 'ownStudio']);

/** Exports everything that the portal stores about a person, for that person. */
@Injectable()
export class OwnDataService {
  constructor(private readonly database: Database) {}

  /** Reads in one transaction, so that the sections agree. */
  async of(actor: Actor): Promise<Record<string, unknown>> {
    return this.database.transaction(async (tx) => {
      const data: Record<string, unknown> = { exportedAt: clock.now() };
      for (const [name, sql] of Object.entries(sections)) {
        const rows = await tx.query(sql, [actor.userId]);
        data[name] = SINGLE.has(name) ? (rows[0] ?? null) : rows;
      }
      return data;
    });
  }
}
