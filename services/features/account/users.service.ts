import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, notFound } from '../../platform/errors.js';
import { type Actor, type Engineer, isEngineer } from '../../platform/http/actor.js';
import { id, text } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page, type pageQuery } from '../../platform/http/page.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { assertAccess, endAccess } from '../auth/auth.writes.js';
import { waysBack } from '../auth/links/way-back.writes.js';
import { ClientsService } from '../clients/clients.service.js';
import { leaveStudios } from '../clients/clients.writes.js';
import { InvitesService } from '../clients/invites.service.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { leaveInvitedProjects } from '../projects/projects.writes.js';
import type { User } from '../users/user.entity.js';
import { userView } from '../users/user.view.js';
import { clientLeft } from '../users/users.events.js';
import { addressSql } from '../users/users.policy.js';
import type { NewClient, PersonView, UserView } from '../users/users.schema.js';
import { anonymiseUser } from '../users/users.writes.js';
import { publishPersonChange } from './publish-person-change.js';

type UserRow = Pick<User, 'id' | 'name' | 'email' | 'role' | 'createdAt'>;

const COLUMNS = `u.id, u.name, ${addressSql('u')} AS email, u.role, u.created_at AS "createdAt"`;
const cursorSchema = z.tuple([text(400), id]);

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientsService,
    private readonly invites: InvitesService,
  ) {}

  /** The caller and, for an engineer, the clients of their studio, ordered by name. */
  async list(actor: Actor, query: z.infer<typeof pageQuery>): Promise<Page<UserView>> {
    const after = query.cursor ? decodeCursor(query.cursor, cursorSchema) : [null, null];
    const rows = await this.database.query<UserRow>(
      `SELECT ${COLUMNS} FROM users u
       WHERE (u.id = $1 OR u.id IN (SELECT user_id FROM studio_clients WHERE studio_id = $2))
         AND ($3::text IS NULL OR (u.name, u.id) > ($3, $4::uuid))
       ORDER BY u.name, u.id LIMIT $5`,
      [actor.userId, actor.studioId, ...after, query.limit + 1],
    );
    return cutPage(rows, query.limit, userView, (row) => [row.name, row.id]);
  }

  /**
   * Returns the actor, a client of the engineer's studio, or an engineer of the client's studios.
   * @throws AppError 404 for others.
   */
  async get(actor: Actor, userId: string): Promise<PersonView> {
    const [user] = await this.database.query<UserRow & { invited: boolean }>(
      `SELECT ${COLUMNS}, u.invited_email IS NOT NULL AS invited FROM users u
       WHERE u.id = $1 AND (
         u.id = $2
         OR u.id IN (SELECT user_id FROM studio_clients WHERE studio_id = $3)
         OR u.studio_id IN (SELECT studio_id FROM studio_clients WHERE user_id = $2 AND studio_id <> ALL($4::uuid[])))`,
      [userId, actor.userId, actor.studioId, actor.barredFrom],
    );
    if (!user) throw notFound('User');
    const known = isEngineer(actor) || user.id === actor.userId;
    const view = { ...userView(user), invited: user.invited };
    return known ? view : { ...view, email: null, createdAt: null };
  }

  /** Makes the person a client of the studio and invites them. */
  createClient(engineer: Engineer, person: NewClient): Promise<UserView> {
    return this.database.transaction(async (tx) => {
      const client = await this.clients.ensure(tx, engineer, person);
      await this.invites.welcome(tx, engineer, client);
      return userView(client);
    });
  }

  /** Deletes the actor's own account and anonymises it, or removes a client from the engineer's studio. */
  async delete(actor: Actor, userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const isSelf = userId === actor.userId;
      await recordAudit(tx, {
        action: 'deleted',
        subject: isSelf ? 'own account' : 'client of the studio',
        subjectId: userId,
      });
      if (isSelf) return anonymise(tx, actor);
      if (!isEngineer(actor)) throw await this.refusal(actor, userId);
      await this.clients.detach(tx, actor, userId);
    });
  }

  private async refusal(actor: Actor, userId: string): Promise<Error> {
    await this.get(actor, userId);
    return forbidden('Only engineers can manage clients');
  }
}

/**
 * Ends every session; files and texts in the studios' projects stay. Projects hold copies of the client's name, so
 * project rows are locked before the user changes; NO KEY UPDATE still allows others to insert rows that refer to a
 * client. The lock on an engineer's row waits for projects that they are creating.
 * @throws AppError 409 for an engineer whose studio has projects, for the only operator, and while a previous address can
 * take the account back; 401 if the session has ended meanwhile.
 */
async function anonymise(tx: Tx, actor: Actor): Promise<void> {
  const { userId, studioId } = actor;
  await tx.query(`SELECT 1 FROM users WHERE id = $1 FOR ${studioId ? '' : 'NO KEY '}UPDATE`, [userId]);
  await assertAccess(tx, actor);
  if ((await waysBack(tx, userId)).length > 0) {
    throw conflict(
      'address_just_changed',
      'Your sign-in address was changed in the last seven days. Until they are over, the account cannot be deleted',
    );
  }
  const [project] = studioId ? await tx.query('SELECT 1 FROM projects WHERE studio_id = $1 LIMIT 1', [studioId]) : [];
  if (actor.isOperator) await assertNotLastOperator(tx, userId);
  if (project)
    throw conflict(
      'studio_has_projects',
      'Your studio has projects, so your account cannot be deleted; deleted ones count until they are deleted for good',
    );
  await publishPersonChange(tx, actor);
  await leaveInvitedProjects(tx, userId);
  await leaveStudios(tx, actor);
  await tx.query('SELECT 1 FROM projects WHERE client_id = $1 ORDER BY id FOR NO KEY UPDATE', [userId]);
  await endAccess(tx, userId);
  await anonymiseUser(tx, userId);
  if (!studioId) await leaveProjects(tx, userId);
}

/** Records in a client's projects that they have left; an event notifies the engineers. */
async function leaveProjects(tx: Tx, userId: string): Promise<void> {
  const projects = await tx.manager.findBy(Project, { clientId: userId });
  for (const project of projects) {
    await recordActivity(tx, {
      projectId: project.id,
      type: 'client_left',
      actorId: null,
      message: 'The client deleted their account',
    });
    publishProjectChange(tx, { ...project, clientId: null }, 'projects');
  }
  if (projects.length > 0) tx.emit(clientLeft, { userId });
}

async function assertNotLastOperator(tx: Tx, userId: string): Promise<void> {
  const operators = await tx.query<{ id: string; canEnter: boolean }>(
    `SELECT id, EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = users.id) AS "canEnter"
     FROM users WHERE is_operator ORDER BY id FOR NO KEY UPDATE`,
  );
  if (operators.some(({ id, canEnter }) => id !== userId && canEnter)) return;
  throw conflict('last_operator', 'You are the only operator of this portal, so your account cannot be deleted');
}
