import { clock } from '../../platform/clock.js';
import { isoTime } from '../../platform/http/fields.js';
import type { InviteView } from './clients.schema.js';
import type { Invite } from './invite.entity.js';

export const isExpired = ({ state, expiresAt }: Pick<Invite, 'state' | 'expiresAt'>): boolean =>
  state === 'pending' && expiresAt <= clock.now();

export const inviteView = (
  invite: Pick<Invite, (keyof InviteView & keyof Invite) | 'state' | 'mailFailedAt'>,
): InviteView => ({
  id: invite.id,
  email: invite.email,
  name: invite.name,
  projectId: invite.projectId,
  status: isExpired(invite) ? 'expired' : invite.state,
  createdAt: isoTime(invite.createdAt),
  expiresAt: isoTime(invite.expiresAt),
  mailFailed: invite.state === 'pending' && Boolean(invite.mailFailedAt),
});
