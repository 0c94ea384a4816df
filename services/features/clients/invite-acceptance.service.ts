import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, badRequest, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.service.js';
import { addPassword, hashPassword } from '../auth/credentials.service.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { studioTitle } from '../studio/studio.view.js';
import { User } from '../users/user.entity.js';
import { verifyUser } from '../users/users.writes.js';
import { hasAccount } from './account.js';
import type { AcceptInvite, InvitationView } from './clients.schema.js';
import { Invite } from './invite.entity.js';
import { isExpired } from './invite.view.js';
import { tokenHash } from './invite-token.js';
import { StudioClient } from './studio-client.entity.js';

/** What the person behind an invite's link may do with it. */
@Injectable()
export class InviteAcceptance {
  constructor(private readonly database: Database) {}

  /** @throws AppError 404 for a token of no invite or of an earlier mail, 409 when it is used, cancelled or expired. */
  async show(token: string, caller: Actor | null): Promise<InvitationView> {
    const { manager } = this.database;
    const { email, name, studioId, projectId } = usable(
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
   * Once: a person without an account gets name and password; whoever has one must be signed in with it, because a link
   * never replaces a password. Of the studios that entered the address only those whose invitation is accepted see the
   * profile.
   * @throws AppError as `show`; 409 also for somebody else's session and for an account without a session.
   */
  async accept(token: string, { name, password }: AcceptInvite, caller: Actor | null): Promise<User> {
    const { email } = await this.show(token, caller);
    if (caller && caller.email !== email) throw signedInAsAnother(caller, email);
    const hash = caller ? null : await this.newPasswordOf(email, password);
    return this.database.transaction(async (tx) => {
      const user = await tx.manager.findOne(User, { where: { email }, lock: { mode: 'for_no_key_update' } });
      const invite = usable(await tx.manager.findOneBy(Invite, { tokenHash: tokenHash(token) }));
      if (!user) throw unknownInvite();
      if (hash) {
        if (await hasAccount(tx, user.id)) throw signInFirst(email);
        await addPassword(tx, user.id, hash);
        await tx.manager.update(StudioClient, { userId: user.id }, { sharesProfile: false });
      }
      await verifyUser(tx, user.id, hash ? (name ?? invite.name) : undefined);
      await join(tx, invite, user);
      return tx.manager.findOneByOrFail(User, { id: user.id });
    });
  }

  private async newPasswordOf(email: string, password: string | undefined): Promise<string> {
    const user = await this.database.manager.findOneBy(User, { email });
    if (user && (await hasAccount(this.database, user.id))) throw signInFirst(email);
    if (password === undefined) {
      const message = 'Choose a password';
      throw badRequest('invalid', message, { fields: [{ field: 'password', message }] });
    }
    return hashPassword(password);
  }
}

async function join(tx: Tx, { id, studioId, projectId }: Invite, user: User): Promise<void> {
  await tx.manager.update(Invite, { id }, { state: 'accepted' });
  await tx.manager.upsert(StudioClient, { studioId, userId: user.id, sharesProfile: true }, ['studioId', 'userId']);
  if (projectId && (await tx.manager.existsBy(Project, { id: projectId }))) {
    await recordActivity(tx, {
      projectId,
      type: 'invite_accepted',
      actorId: user.id,
      message: 'Accepted the invitation',
    });
  }
  tx.live({ topic: 'clients', studioId });
}

function usable(invite: Invite | null): Invite {
  if (!invite) throw unknownInvite();
  if (invite.state === 'accepted')
    throw conflict('invite_used', 'This invitation has already been used. Sign in to go on.');
  if (invite.state === 'cancelled')
    throw conflict('invite_cancelled', 'This invitation was withdrawn. Ask the studio for a new one.');
  if (isExpired(invite)) throw conflict('invite_expired', 'This invitation has expired. Ask the studio for a new one.');
  return invite;
}

const unknownInvite = () =>
  new AppError(404, 'not_found', 'This invitation is not valid. If you were sent several, open the newest one.');

const signInFirst = (email: string) =>
  conflict('account_exists', `There is an account for ${email}. Sign in to accept the invitation.`);

const signedInAsAnother = (caller: Actor, email: string) =>
  conflict(
    'signed_in_as_another',
    `You are signed in as ${caller.email}, but the invitation is for ${email}. Sign out first.`,
  );
