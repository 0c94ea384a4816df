import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { id, isoTime, text } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { recordAudit } from '../audit/audit.writes.js';
import { sessionEnded } from '../auth/auth.events.js';
import { endSessions } from '../auth/auth.writes.js';
import { SUSPENDED_AT } from '../memberships/memberships.policy.js';
import {
  addClient,
  clientWith,
  entryKey,
  removeMembership,
  spreadSuspension,
  suspendMembership,
  updateUserSuspension,
} from '../memberships/memberships.writes.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { leaveInvitedProjects } from '../projects/projects.writes.js';
import { User } from '../users/user.entity.js';
import { addressSql } from '../users/users.policy.js';
import type { NewClient } from '../users/users.schema.js';
import { findOrAddInvited, forgetInvited } from '../users/users.writes.js';
import { HAS_ACCOUNT } from './account.js';
import type { ClientListQuery, ClientView } from './clients.schema.js';
import { Invite } from './invite.entity.js';
import { inviteView } from './invite.view.js';

type ClientRow = Omit<ClientView, 'createdAt' | 'lastProjectAt' | 'lastContactAt' | 'invite'> & {
  lastContactAt: Date | null;
  createdAt: Date;
  lastProjectAt: Date | null;
  inviteId: string | null;
};

const cursorSchema = z.tuple([text(400), id]);

@Injectable()
export class ClientsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The studio's clients ordered by name. `search` matches names and e-mail addresses. */
  async list({ studioId }: Engineer, { search, cursor, limit }: ClientListQuery): Promise<Page<ClientView>> {
    const after = cursor ? decodeCursor(cursor, cursorSchema) : [null, null];
    const rows = await this.database.query<ClientRow>(
      `SELECT u.id, u.name, u.email, u.since AS "createdAt", u.shares_profile AND ${HAS_ACCOUNT} AS joined,
              u.suspended,
              p.count AS "projectCount", p.last AS "lastProjectAt", p.projects, sums.sums,
              contact.at AS "lastContactAt", i.id AS "inviteId"
       FROM (
         SELECT u.id, u.name, ${addressSql('u')} AS email, u.email_verified, ${SUSPENDED_AT} IS NOT NULL AS suspended,
                c.shares_profile, c.created_at AS since
         FROM studio_clients c JOIN users u ON u.id = c.user_id
         WHERE c.studio_id = $1
           AND ($2::text IS NULL OR strpos(lower(u.name || E'\\n' || ${addressSql('u')}), lower($2)) > 0)
           AND ($3::text IS NULL OR (u.name, u.id) > ($3, $4::uuid))
         ORDER BY u.name, u.id LIMIT $5
       ) u
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS count, max(updated_at) AS last,
                coalesce((array_agg(json_build_object('id', id, 'title', title) ORDER BY updated_at DESC, id))[1:3], '{}') AS projects
         FROM ${LIVE_PROJECTS} projects WHERE client_id = u.id AND studio_id = $1) p
       CROSS JOIN LATERAL (
         SELECT coalesce(json_agg(json_build_object('currency', currency, 'paidCents', paid, 'openCents', open) ORDER BY currency), '[]') AS sums
         FROM (SELECT invoices.currency, coalesce(sum(amount_cents) FILTER (WHERE invoices.status = 'paid'), 0) AS paid,
                      coalesce(sum(amount_cents) FILTER (WHERE invoices.status IN ('pending', 'overdue')), 0) AS open
               FROM invoices JOIN ${LIVE_PROJECTS} projects ON projects.id = invoices.project_id
               WHERE projects.client_id = u.id AND projects.studio_id = $1
                 AND invoices.status IN ('paid', 'pending', 'overdue')
               GROUP BY invoices.currency) invoiced) sums
       CROSS JOIN LATERAL (
         SELECT max(at) AS at FROM ${LIVE_PROJECTS} projects CROSS JOIN LATERAL (
           SELECT max(created_at) AS at FROM comments WHERE project_id = projects.id AND user_id = u.id
           UNION ALL SELECT max(completed_at) FROM files WHERE project_id = projects.id AND uploaded_by = u.id
           UNION ALL SELECT max(approvals.created_at) FROM approvals JOIN files ON files.id = file_id
                     WHERE files.project_id = projects.id AND approvals.user_id = u.id) contacts
         WHERE projects.client_id = u.id AND projects.studio_id = $1) contact
       LEFT JOIN LATERAL (
         SELECT id FROM invites WHERE studio_id = $1 AND email = u.email ORDER BY id DESC LIMIT 1) i ON true
       ORDER BY u.name, u.id`,
      [studioId, search || null, ...after, limit + 1],
    );
    const inviteIds = rows.flatMap(({ inviteId }) => inviteId ?? []);
    const invites = await this.database.manager.findBy(Invite, { id: In(inviteIds) });
    const byId = new Map(invites.map((invite) => [invite.id, inviteView(invite, this.config)]));
    return cutPage(
      rows,
      limit,
      ({ createdAt, lastProjectAt, lastContactAt, inviteId, ...row }) => ({
        ...row,
        createdAt: isoTime(createdAt),
        lastProjectAt: lastProjectAt && isoTime(lastProjectAt),
        lastContactAt: lastContactAt && isoTime(lastContactAt),
        invite: (inviteId && byId.get(inviteId)) || null,
      }),
      (row) => [row.name, row.id],
    );
  }

  /**
   * Returns the studio's client with that address, or creates an entry. The entry belongs to the studio until the
   * person accepts its invitation. The result is the same whether or not the address has an account elsewhere, and the
   * person sees nothing of what the studio prepares. The row stays locked until the transaction ends.
   * @throws AppError 409 for the address of an engineer of the same studio.
   */
  async ensure(tx: Tx, { studioId }: Pick<Engineer, 'studioId'>, { name, email }: NewClient): Promise<User> {
    if (await tx.manager.existsBy(User, { email, studioId })) {
      throw conflict('email_is_engineer', 'An engineer of the studio has this e-mail address and cannot be a client');
    }
    const known = await clientWith(tx, studioId, email);
    if (known) return known;
    const entry = await findOrAddInvited(tx, { key: entryKey(studioId, email), name, email });
    // A person who accepted an invitation in the meantime is a client through another row.
    const joined = await clientWith(tx, studioId, email);
    if (joined) {
      if (joined.id !== entry.id) await forgetInvited(tx, entry.id);
      return joined;
    }
    await addClient(tx, studioId, entry.id);
    tx.live({ topic: 'clients', studioId });
    return entry;
  }

  /**
   * Suspends a client or readmits them. Their data stays, and other studios are not affected: a person with access to
   * another studio stays signed in.
   * @throws AppError 404 for people who are not the studio's clients.
   */
  async suspend({ studioId }: Engineer, userId: string, isSuspended: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      await spreadSuspension(tx, userId);
      if (!(await suspendMembership(tx, { studioId, userId, isSuspended }))) throw notFound('User');
      await recordAudit(tx, {
        action: 'role_changed',
        subject: isSuspended ? 'client suspended' : 'client let in again',
        subjectId: userId,
      });
      if (await updateUserSuspension(tx, userId)) await endSessions(tx, userId);
      else tx.live(sessionEnded(userId));
      tx.live({ topic: 'clients', studioId });
    });
  }

  /**
   * Removes a client from the engineer's studio and cancels their invitation. The account and memberships in other
   * studios stay.
   * @throws AppError 404 for people who are not its clients, 409 while they have projects in it.
   */
  async detach(tx: Tx, engineer: Engineer, userId: string): Promise<void> {
    const key = [engineer.studioId, userId];
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const [client] = await tx.query(
      'SELECT 1 FROM studio_clients WHERE studio_id = $1 AND user_id = $2 FOR UPDATE',
      key,
    );
    if (!client) throw notFound('User');
    const [project] = await tx.query('SELECT 1 FROM projects WHERE studio_id = $1 AND client_id = $2 LIMIT 1', key);
    if (project) throw conflict('client_has_projects', 'This client has projects and cannot be deleted');
    await spreadSuspension(tx, userId);
    await leaveInvitedProjects(tx, userId, engineer.studioId);
    await removeMembership(tx, engineer.studioId, userId);
    await updateUserSuspension(tx, userId);
    await tx.query(
      `UPDATE invites SET state = 'cancelled'
       WHERE studio_id = $1 AND state = 'pending'
         AND email = (SELECT ${addressSql('users')} FROM users WHERE id = $2)`,
      key,
    );
    await forgetInvited(tx, userId);
    tx.live(sessionEnded(userId));
    tx.live({ topic: 'clients', studioId: engineer.studioId });
  }
}

/** Whether the studio may read the client's profile. */
export async function sharesProfile(source: Pick<Tx, 'query'>, studioId: string, userId: string): Promise<boolean> {
  const [found] = await source.query(
    'SELECT 1 FROM studio_clients WHERE studio_id = $1 AND user_id = $2 AND shares_profile',
    [studioId, userId],
  );
  return found !== undefined;
}
