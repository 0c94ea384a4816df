import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict } from '../../platform/errors.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import {
  confirmMembership,
  entryKey,
  moveMembership,
  spreadSuspension,
  updateUserSuspension,
} from '../memberships/memberships.writes.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { handOver } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';
import { becomeAccount, forgetInvited } from '../users/users.writes.js';
import { Invite } from './invite.entity.js';
import { entryMerged } from './invites.events.js';

/**
 * Makes the invited person a client of the studio and gives them what it has prepared. The caller has locked all rows
 * with the address. Returns their account, which is the studio's own entry if the address had none.
 * @throws AppError 409 when the account is an engineer's.
 */
export async function join(tx: Tx, invite: Invite, people: User[]): Promise<User> {
  const { id, studioId, email, projectId } = invite;
  const known = people.find((person) => person.email === email);
  const entry = people.find((person) => person.email === entryKey(studioId, email));
  if (known && known.role !== 'client') {
    throw conflict('email_is_engineer', 'Your account belongs to an engineer and cannot be a client as well');
  }
  const account = known ?? entry;
  if (!account) throw unknownInvite();
  if (entry) await tx.query('SELECT 1 FROM projects WHERE client_id = $1 ORDER BY id FOR NO KEY UPDATE', [entry.id]);
  if (!known) await becomeAccount(tx, account);
  await spreadSuspension(tx, account.id);
  if (known && entry) await merge(tx, studioId, { entry, account });
  await confirmMembership(tx, studioId, account.id);
  await updateUserSuspension(tx, account.id);
  await tx.manager.update(Invite, { id }, { state: 'accepted' });
  const { name } = await tx.manager.findOneByOrFail(Studio, { id: studioId });
  await recordAudit(tx, {
    action: 'role_changed',
    subject: `became client of ${name} by an invitation`,
    subjectId: studioId,
    userId: account.id,
  });
  if (projectId && (await tx.manager.existsBy(Project, { id: projectId }))) {
    await recordActivity(tx, {
      projectId,
      type: 'invite_accepted',
      actorId: account.id,
      message: 'Accepted the invitation',
    });
  }
  tx.live({ topic: 'clients', studioId, userIds: [account.id] });
  tx.live({ topic: 'studio', studioId: null, userIds: [account.id] });
  return account;
}

/** Moves everything the studio has prepared under its entry to the account, and deletes the entry. */
async function merge(tx: Tx, studioId: string, { entry, account }: { entry: User; account: User }): Promise<void> {
  await moveMembership(tx, studioId, { entryId: entry.id, accountId: account.id });
  for (const id of await handOver(tx, studioId, entry.id, account.id)) {
    publishProjectChange(tx, { id, studioId, clientId: account.id }, 'projects');
  }
  await forgetInvited(tx, entry.id);
  tx.emit(entryMerged, { entryId: entry.id, userId: account.id });
}

export const unknownInvite = () =>
  new AppError(404, 'not_found', 'This invitation is not valid. If you were sent several, open the newest one.');
