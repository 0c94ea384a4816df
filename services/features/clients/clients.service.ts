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
import { endSessions } from '../auth/auth.writes.js';
import { User } from '../users/user.entity.js';
import type { NewClient } from '../users/users.schema.js';
import { findOrAddUser, suspendUser } from '../users/users.writes.js';
import { HAS_ACCOUNT } from './account.js';
import type { ClientListQuery, ClientView } from './clients.schema.js';
import { Invite } from './invite.entity.js';
import { inviteView } from './invite.view.js';

type ClientRow = Omit<ClientView, 'createdAt' | 'lastProjectAt' | 'invite'> & {
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

  /** The studio's clients by name; `search` is found in names and addresses. */
  async list({ studioId }: Engineer, { search, cursor, limit }: ClientListQuery): Promise<Page<ClientView>> {
    const after = cursor ? decodeCursor(cursor, cursorSchema) : [null, null];
    const rows = await this.database.query<ClientRow>(
      `SELECT u.id, u.name, u.email, u.since AS "createdAt", u.shares_profile AND ${HAS_ACCOUNT} AS joined,
              u.suspended_at IS NOT NULL AS suspended,
              p.count AS "projectCount", p.last AS "lastProjectAt", i.id AS "inviteId"
       FROM (
         SELECT u.id, u.name, u.email, u.email_verified, u.suspended_at, c.shares_profile, c.created_at AS since
         FROM studio_clients c JOIN users u ON u.id = c.user_id
         WHERE c.studio_id = $1
           AND ($2::text IS NULL OR strpos(lower(u.name || E'\\n' || u.email), lower($2)) > 0)
           AND ($3::text IS NULL OR (u.name, u.id) > ($3, $4::uuid))
         ORDER BY u.name, u.id LIMIT $5
       ) u
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS count, max(updated_at) AS last FROM projects WHERE client_id = u.id AND studio_id = $1) p
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
      ({ createdAt, lastProjectAt, inviteId, ...row }) => ({
        ...row,
        createdAt: isoTime(createdAt),
        lastProjectAt: lastProjectAt && isoTime(lastProjectAt),
        invite: (inviteId && byId.get(inviteId)) || null,
      }),
      (row) => [row.name, row.id],
    );
  }

  /**
   * The client with that e-mail address, created without a password when nobody has it, and attached to the
   * engineer's studio. An existing client keeps their own name, and their profile to themselves until they accept the
   * studio's invitation. The row stays locked until the transaction ends: finding it and locking it are one statement,
   * because an account that ends just then gives its address away.
   * @throws AppError 409 when the address is an engineer's.
   */
  async ensure(tx: Tx, engineer: Engineer, { name, email }: NewClient): Promise<User> {
    const user = await findOrAddUser(tx, name, email);
    if (user.role !== 'client') {
      throw conflict('email_is_engineer', 'This e-mail address belongs to an engineer, who cannot be a client as well');
    }
    const attached = await tx.query(
      `INSERT INTO studio_clients (studio_id, user_id, shares_profile)
       SELECT $1, u.id, NOT ${HAS_ACCOUNT} FROM users u WHERE u.id = $2 ON CONFLICT DO NOTHING RETURNING 1`,
      [engineer.studioId, user.id],
    );
    if (attached.length > 0) tx.live({ topic: 'clients', studioId: engineer.studioId });
    return user;
  }

  /**
   * Keeps a client out, or lets them in again: their sessions end, their things stay.
   * @throws AppError 404 for people who are not the studio's clients, 409 for those whom another studio lets in.
   */
  async suspend({ studioId }: Engineer, userId: string, isSuspended: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const studios = await tx.query<{ studioId: string }>(
        'SELECT studio_id AS "studioId" FROM studio_clients WHERE user_id = $1',
        [userId],
      );
      if (!studios.some((studio) => studio.studioId === studioId)) throw notFound('User');
      if (isSuspended && studios.length > 1) {
        throw conflict(
          'client_of_others',
          'This client works with another studio here as well and cannot be suspended',
        );
      }
      await suspendUser(tx, userId, isSuspended);
      if (isSuspended) await endSessions(tx, userId);
      tx.live({ topic: 'clients', studioId });
    });
  }

  /**
   * Takes a client out of the engineer's studio and ends their invite; the person's account stays.
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
    await tx.query('DELETE FROM studio_clients WHERE studio_id = $1 AND user_id = $2', key);
    await suspendUser(tx, userId, false);
    await tx.query(
      `UPDATE invites SET state = 'cancelled'
       WHERE studio_id = $1 AND state = 'pending' AND email = (SELECT email FROM users WHERE id = $2)`,
      key,
    );
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
