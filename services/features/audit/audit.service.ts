import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { csvRow } from '../../platform/csv.js';
import { Database } from '../../platform/database/database.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import type { AuditEntryView, AuditFilter, AuditListQuery } from './audit.schema.js';
import { recordAudit } from './audit.writes.js';

type Row = Omit<AuditEntryView, 'at'> & { at: Date };

const cursorSchema = z.tuple([id]);
const EXPORT_PAGE = 1_000;

/** Reads the audit trail, newest first. */
@Injectable()
export class AuditService {
  constructor(private readonly database: Database) {}

  async list({ limit, cursor, ...filter }: AuditListQuery): Promise<Page<AuditEntryView>> {
    const [before] = cursor ? decodeCursor(cursor, cursorSchema) : [null];
    return cutPage(await this.rows(filter, before, limit + 1), limit, view, (row) => [row.id]);
  }

  /**
   * Exports the trail as CSV, page by page, because years of entries do not fit into memory. The first page is read at
   * once, so that an error is answered before anything is sent.
   */
  async export(filter: AuditFilter): Promise<AsyncIterable<string>> {
    await recordAudit(this.database, { action: 'export', subject: 'audit trail' });
    return this.exportFrom(await this.rows(filter, null, EXPORT_PAGE), filter);
  }

  private async *exportFrom(first: Row[], filter: AuditFilter): AsyncGenerator<string> {
    yield csvRow(['Time', 'Action', 'Result', 'User', 'User ID', 'IP address', 'Subject', 'Subject ID']);
    for (let rows = first; rows.length > 0;) {
      yield rows.map(csvLine).join('');
      rows = rows.length === EXPORT_PAGE ? await this.rows(filter, rows.at(-1)!.id, EXPORT_PAGE) : [];
    }
  }

  private rows({ action, outcome, search }: AuditFilter, before: string | null, limit: number): Promise<Row[]> {
    return this.database.query<Row>(
      `SELECT e.id, e.at, e.action, e.outcome, e.user_id AS "userId", u.name AS "userName",
              e.ip_address AS "ipAddress", e.subject, e.subject_id AS "subjectId"
       FROM audit_entries e LEFT JOIN users u ON u.id = e.user_id
       WHERE ($1::uuid IS NULL OR e.id < $1) AND ($2::text IS NULL OR e.action = $2)
         AND ($3::text IS NULL OR e.outcome = $3)
         AND ($4::text IS NULL OR strpos(lower(concat_ws(E'\\n', e.subject, u.name, u.email, e.ip_address,
              e.user_id, e.subject_id)), lower($4)) > 0)
       ORDER BY e.id DESC LIMIT $5`,
      [before, action ?? null, outcome ?? null, search?.trim() || null, limit],
    );
  }
}

const view = (row: Row): AuditEntryView => ({ ...row, at: isoTime(row.at) });

const csvLine = ({ at, action, outcome, userName, userId, ipAddress, subject, subjectId }: Row): string =>
  csvRow([isoTime(at), action, outcome, userName, userId, ipAddress, subject, subjectId]);
