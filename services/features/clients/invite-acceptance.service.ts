import { Inject, Injectable } from '@nestjs/common';
import { type FindOptionsWhere } from 'typeorm';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { badRequest, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { hashPassword, refuseCommonPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { closeProfile } from '../memberships/memberships.writes.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { studioTitle } from '../studio/studio-brand.lib.js';
import { User } from '../users/user.entity.js';
import { lockPeople, renameUser, verifyUser } from '../users/users.writes.js';
import { hasAccount } from './account.js';
import type { AcceptInvite, InvitationView, OpenInvite } from './clients.schema.js';
import { Invite } from './invite.entity.js';
import { isExpired } from './invite.view.js';
import { tokenHash } from './invite-token.js';
import { join, unknownInvite } from './join.js';

/** Shows, accepts and declines invitations on behalf of the invited person. */
@Injectable()
export class InviteAcceptance {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * @throws AppError 404 for an unknown token or one of an earlier mail, 409 when the invitation is used, cancelled or
   * expired.
   */
  async show(token: string, caller: Actor | null): Promise<InvitationView> {
    const { manager } = this.database;
    const { email, name, studioId, projectId } = assertPending(
      await manager.findOneBy(Invite, { tokenHash: tokenHash(token) }),
    );
    const [studio, user, project] = await Promise.all([
      manager.findOneByOrFail(Studio, { id: studioId }),
      manager.findOneBy(User, { email }),
      projectId ? manager.findOneBy(Project, { id: projectId }) : null,
    ]);
    return {
      email,
      name,
      studioName: studioTitle(studio),
      project: project && { id: project.id, title: project.title },
      hasAccount: user !== null && (await hasAccount(this.database, user.id)),
      signedInAs: caller?.email ?? null,
    };
  }

  /**
   * Accepts the invitation once. A person without an account sets a name and a password. A person with an account must
   * be signed in, because a link never replaces a password. Only the inviting studio gets the person as a client; other
   * studios that invited or know the address get neither the client nor the profile.
   * @throws AppError as `show`; 409 also when someone else is signed in, for an account without a session, and for an
   * engineer's account.
   */
  async accept(token: string, { name, password }: AcceptInvite, caller: Actor | null): Promise<User> {
    const invited = await this.show(token, caller);
    const { email } = invited;
    if (caller && caller.email !== email) throw signedInAsAnother(caller, email);
    const hash = caller ? null : await this.newPasswordOf(email, password, [name ?? invited.name, invited.studioName]);
    return this.answer({ tokenHash: tokenHash(token) }, email, async (tx, invite, people) => {
      const account = await join(tx, invite, people);
      if (hash) {
        if (await hasAccount(tx, account.id)) throw signInFirst(email);
        await addPassword(tx, account.id, hash);
        await closeProfile(tx, account.id, invite.studioId);
      }
      if (this.linksProveAddresses()) await verifyUser(tx, account.id);
      if (hash) await renameUser(tx, account.id, name ?? invite.name);
      return tx.manager.findOneByOrFail(User, { id: account.id });
    });
  }

  /**
   * The caller's open invitations, oldest first, from studios that they are not a client of. An account with an
   * unverified address has to use the link of each invitation.
   */
  async open(caller: Actor): Promise<OpenInvite[]> {
    const rows = await this.database.query<Omit<OpenInvite, 'expiresAt'> & { expiresAt: Date }>(
      `SELECT i.id, coalesce(nullif(s.brand_name, ''), s.name) AS "studioName", e.name AS "invitedBy",
              p.title AS "projectTitle", i.expires_at AS "expiresAt"
       FROM invites i JOIN studios s ON s.id = i.studio_id JOIN users e ON e.id = i.invited_by
       LEFT JOIN ${LIVE_PROJECTS} p ON p.id = i.project_id
       WHERE i.email = $1 AND i.state = 'pending' AND i.expires_at > $2 AND $4 = 'client'
         AND EXISTS (SELECT FROM users WHERE id = $3 AND email_verified)
         AND NOT EXISTS (SELECT FROM studio_clients c WHERE c.studio_id = i.studio_id AND c.user_id = $3)
       ORDER BY i.id LIMIT 50`,
      [caller.email, clock.now(), caller.userId, caller.role],
    );
    return rows.map((row) => ({ ...row, expiresAt: isoTime(row.expiresAt) }));
  }

  /** Accepts without the mailed link, because the caller has verified the invited address. @throws as `accept`. */
  async acceptOwn(caller: Actor, inviteId: string): Promise<void> {
    await this.answer({ id: inviteId, email: caller.email }, caller.email, async (tx, invite, people) => {
      assertVerified(caller, people);
      await join(tx, invite, people);
    });
  }

  /** Declines an invitation. What the studio has prepared stays hidden from everyone else. @throws as `show`. */
  async decline(token: string): Promise<void> {
    const { email } = await this.show(token, null);
    await this.answer({ tokenHash: tokenHash(token) }, email, decline);
  }

  /** @throws AppError 404 for an invitation to another address, 409 once it is answered or no longer pending. */
  async declineOwn(caller: Actor, inviteId: string): Promise<void> {
    await this.answer({ id: inviteId, email: caller.email }, caller.email, async (tx, invite, people) => {
      assertVerified(caller, people);
      await decline(tx, invite, people);
    });
  }

  /** Handles one answer at a time, by locking every user row with the address. */
  private answer<T>(
    which: FindOptionsWhere<Invite>,
    email: string,
    give: (tx: Tx, invite: Invite, people: User[]) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const people = await lockPeople(tx, email);
      return give(tx, assertPending(await tx.manager.findOneBy(Invite, which)), people);
    });
  }

  /**
   * Without mail the engineer passes the link on, so opening it does not prove who owns the address. In Dev Mode all
   * mails end up in one mailbox.
   */
  private linksProveAddresses(): boolean {
    return this.config.smtpUrl !== undefined || this.config.devMode;
  }

  private async newPasswordOf(email: string, password: string | undefined, names: string[]): Promise<string> {
    const user = await this.database.manager.findOneBy(User, { email });
    if (user && (await hasAccount(this.database, user.id))) throw signInFirst(email);
    if (password === undefined) {
      const message = 'Choose a password';
      throw badRequest('invalid', message, { fields: [{ field: 'password', message }] });
    }
    await refuseCommonPassword(password, { known: [this.config.brand, email, ...names] });
    return hashPassword(password);
  }
}

function assertVerified(caller: Actor, people: User[]): void {
  if (!people.some(({ id, emailVerified }) => id === caller.userId && emailVerified)) throw unknownInvite();
}

async function decline(tx: Tx, { id, studioId }: Invite, people: User[]): Promise<void> {
  await tx.manager.update(Invite, { id }, { state: 'declined' });
  tx.live({ topic: 'clients', studioId, userIds: people.map((person) => person.id) });
}

function assertPending(invite: Invite | null): Invite {
  if (!invite) throw unknownInvite();
  if (invite.state === 'accepted')
    throw conflict('invite_used', 'This invitation has already been used. Sign in to continue.');
  if (invite.state === 'cancelled')
    throw conflict('invite_cancelled', 'This invitation was withdrawn. Ask the studio for a new one.');
  if (invite.state === 'declined')
    throw conflict('invite_declined', 'This invitation was declined. Ask the studio for a new one.');
  if (isExpired(invite)) throw conflict('invite_expired', 'This invitation has expired. Ask the studio for a new one.');
  return invite;
}

const signInFirst = (email: string) =>
  conflict('account_exists', `There is an account for ${email}. Sign in to accept the invitation.`);

const signedInAsAnother = (caller: Actor, email: string) =>
  conflict(
    'signed_in_as_another',
    `You are signed in as ${caller.email}, but the invitation is for ${email}. Sign out first.`,
  );
