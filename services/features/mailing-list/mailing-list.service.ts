import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { csvRow } from '../../platform/csv.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { recordAudit } from '../audit/audit.writes.js';
import {
  type CreateSignup,
  type MailingListStats,
  type SignupListQuery,
  signupSources,
  type SignupView,
} from './mailing-list.schema.js';
import { Signup } from './signup.entity.js';

const cursorSchema = z.tuple([id]);

const signupView = (signup: Signup): SignupView => ({
  id: signup.id,
  name: signup.name,
  email: signup.email,
  notes: signup.notes || null,
  source: signup.source as SignupView['source'],
  createdAt: isoTime(signup.createdAt),
});

@Injectable()
export class MailingListService {
  constructor(private readonly database: Database) {}

  /**
   * Stores a sign-up. A later one with the same address replaces the earlier one, so that the reply does not reveal
   * whether there was one. Programs get the same reply, and their sign-up is dropped.
   */
  async signUp({ website, notes = '', ...signup }: CreateSignup): Promise<SignupView> {
    const row = { ...signup, notes };
    if (website) {
      return signupView({ ...row, id: randomUUID(), createdAt: clock.now() });
    }
    const [kept] = await this.database.query<Signup>(
      `INSERT INTO mailing_list (name, email, notes, source, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (email) DO UPDATE SET id = uuidv7(), name = excluded.name, notes = excluded.notes,
         source = excluded.source, created_at = excluded.created_at
       RETURNING id, created_at AS "createdAt"`,
      [row.name, row.email, row.notes, row.source, clock.now()],
    );
    return signupView({ ...row, ...kept! });
  }

  /** Newest first; `search` matches names and addresses. */
  async list({ search, limit, cursor }: SignupListQuery): Promise<Page<SignupView>> {
    const [before] = cursor ? decodeCursor(cursor, cursorSchema) : [null];
    const rows = await this.database.query<Signup>(
      `SELECT id, name, email, notes, source, created_at AS "createdAt" FROM mailing_list
       WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text IS NULL OR strpos(lower(name || E'\n' || email), lower($2)) > 0)
       ORDER BY id DESC LIMIT $3`,
      [before, search || null, limit + 1],
    );
    return cutPage(rows, limit, signupView, (row) => [row.id]);
  }

  async stats(): Promise<MailingListStats> {
    const rows = await this.database.query<{ source: SignupView['source']; count: number }>(
      'SELECT source, count(*)::int AS count FROM mailing_list GROUP BY source',
    );
    const none = Object.fromEntries(signupSources.map((source) => [source, 0])) as MailingListStats['bySource'];
    const bySource = rows.reduce((counts, { source, count }) => ({ ...counts, [source]: count }), none);
    return { total: rows.reduce((sum, { count }) => sum + count, 0), bySource };
  }

  /** Exports all sign-ups as CSV, oldest first. */
  async export(): Promise<string> {
    await recordAudit(this.database, { action: 'export', subject: 'mailing list' });
    const signups = await this.database.manager.find(Signup, { order: { id: 'ASC' } });
    return signups.reduce(
      (text, { name, email, notes, source, createdAt }) =>
        text + csvRow([name, email, notes, source, isoTime(createdAt)]),
      csvRow(['Name', 'Email', 'Notes', 'Source', 'Signed up']),
    );
  }

  /** @throws AppError 404. */
  async delete(signupId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.manager.delete(Signup, { id: signupId });
      if (!affected) throw notFound('Sign-up');
      await recordAudit(tx, { action: 'deleted', subject: 'sign-up of the mailing list', subjectId: signupId });
    });
  }
}
