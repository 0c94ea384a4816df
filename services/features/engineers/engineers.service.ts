import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page, type pageQuery } from '../../platform/http/page.js';
import { recordAudit } from '../audit/audit.writes.js';
import { hashPassword, refuseCommonPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { addStudio } from '../studio/studio.writes.js';
import { User } from '../users/user.entity.js';
import { type Access, accessOf } from '../users/users.policy.js';
import { addUser, lockPeople } from '../users/users.writes.js';
import { EngineerInvite } from './engineer-invite.entity.js';
import { engineerTokenHash, engineerTokenOf, engineerUrl } from './engineer-token.js';
import { engineerInvited } from './engineers.events.js';
import type { AcceptEngineerInvite, EngineerInviteView, InviteEngineer } from './engineers.schema.js';

const VALID_MS = 14 * 86_400_000;
const cursorSchema = z.tuple([id]);

const isExpired = ({ expiresAt }: EngineerInvite) => expiresAt <= clock.now();

const inviteView = (invite: EngineerInvite, { secret, publicUrl, smtpUrl }: Config): EngineerInviteView => ({
  id: invite.id,
  name: invite.name,
  email: invite.email,
  status: invite.acceptedAt ? 'accepted' : isExpired(invite) ? 'expired' : 'pending',
  createdAt: isoTime(invite.createdAt),
  expiresAt: isoTime(invite.expiresAt),
  mailFailed: invite.mailFailedAt !== null,
  link:
    !smtpUrl && !invite.acceptedAt && !isExpired(invite)
      ? engineerUrl(publicUrl, engineerTokenOf(secret, invite.id))
      : null,
});

/** Invites engineers to the installation, each with their own studio. */
@Injectable()
export class EngineersService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** Inviting the same address again invalidates the earlier link. @throws AppError 409 for a user of the portal. */
  async invite({ userId }: Actor, { name, email }: InviteEngineer): Promise<EngineerInviteView> {
    return this.database.transaction(async (tx) => {
      assertFree(await lockPeople(tx, email), email);
      await tx.manager.delete(EngineerInvite, { email });
      const [made] = await tx.query<{ id: string }>('SELECT uuidv7() AS id');
      const { id: inviteId } = made!;
      await tx.manager.insert(EngineerInvite, {
        id: inviteId,
        invitedBy: userId,
        name,
        email,
        tokenHash: engineerTokenHash(engineerTokenOf(this.config.secret, inviteId)),
        expiresAt: new Date(clock.now().getTime() + VALID_MS),
      });
      await recordAudit(tx, {
        action: 'role_changed',
        subject: `${email} invited as an engineer`,
        subjectId: inviteId,
      });
      tx.emit(engineerInvited, { inviteId });
      return inviteView(await tx.manager.findOneByOrFail(EngineerInvite, { id: inviteId }), this.config);
    });
  }

  async list({ limit, cursor }: z.infer<typeof pageQuery>): Promise<Page<EngineerInviteView>> {
    const [before] = cursor ? decodeCursor(cursor, cursorSchema) : [null];
    const query = this.database.manager.createQueryBuilder(EngineerInvite, 'i').orderBy('i.id', 'DESC');
    if (before) query.where('i.id < :before', { before });
    return cutPage(
      await query.limit(limit + 1).getMany(),
      limit,
      (row) => inviteView(row, this.config),
      (row) => [row.id],
    );
  }

  /** @throws AppError 404, also for an accepted invitation, whose studio exists. */
  async cancel(inviteId: string): Promise<void> {
    const [gone] = await this.database.query(
      'DELETE FROM engineer_invites WHERE id = $1 AND accepted_at IS NULL RETURNING 1',
      [inviteId],
    );
    if (!gone) throw notFound('Invitation');
  }

  /** @throws AppError as `assertPending`. */
  async show(token: string): Promise<{ name: string; email: string; invitedBy: string }> {
    const { manager } = this.database;
    const { name, email, invitedBy } = assertPending(
      await manager.findOneBy(EngineerInvite, { tokenHash: engineerTokenHash(token) }),
    );
    return { name, email, invitedBy: (await manager.findOneByOrFail(User, { id: invitedBy })).name };
  }

  /**
   * Creates studio and engineer once, and returns the engineer.
   * @throws AppError as `assertPending`; 409 for a known address.
   */
  async accept(token: string, { name, studioName, password }: AcceptEngineerInvite): Promise<Access> {
    const invited = await this.show(token);
    await refuseCommonPassword(password, { known: [this.config.brand, name, invited.email, studioName] });
    const hash = await hashPassword(password);
    return this.database.transaction(async (tx) => {
      // Before the invitation, as an invitation of the same address does.
      const people = await lockPeople(tx, invited.email);
      const tokenHash = engineerTokenHash(token);
      const lock = { mode: 'pessimistic_write' } as const;
      const invite = assertPending(await tx.manager.findOne(EngineerInvite, { where: { tokenHash }, lock }));
      const { email } = invite;
      assertFree(people, email);
      const studio = await addStudio(tx, { name: studioName });
      const user = await addUser(tx, { name, email, emailVerified: true, role: 'engineer', studioId: studio.id });
      await addPassword(tx, user.id, hash);
      await recordAudit(tx, {
        action: 'role_changed',
        subject: `became engineer of ${studioName}`,
        subjectId: studio.id,
        userId: user.id,
      });
      await tx.manager.update(EngineerInvite, { id: invite.id }, { acceptedAt: clock.now() });
      return accessOf(user);
    });
  }
}

/** @throws AppError 404 for an unknown token or one of an earlier mail, 409 when it is used or expired. */
function assertPending(invite: EngineerInvite | null): EngineerInvite {
  if (!invite) {
    throw new AppError(
      404,
      'not_found',
      'This invitation is not valid. If you were sent several, open the newest one.',
    );
  }
  if (invite.acceptedAt) throw conflict('invite_used', 'This invitation has already been used. Sign in to continue.');
  if (isExpired(invite)) throw conflict('invite_expired', 'This invitation has expired. Ask for a new one.');
  return invite;
}

function assertFree(people: User[], email: string): void {
  if (people.some((person) => person.email === email))
    throw conflict('email_taken', 'This address is already used in this portal.');
}
