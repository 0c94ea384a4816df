import { clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { isoTime } from '../../platform/http/fields.js';
import type { InviteView } from './clients.schema.js';
import type { Invite } from './invite.entity.js';
import { inviteToken } from './invite-token.js';

export const isExpired = ({ state, expiresAt }: Pick<Invite, 'state' | 'expiresAt'>): boolean =>
  state === 'pending' && expiresAt <= clock.now();

type LinkConfig = Pick<Config, 'secret' | 'publicUrl' | 'smtpUrl'>;

/** URL of the page that accepts the invitation. */
export const inviteUrl = ({ secret, publicUrl }: LinkConfig, { id, sending }: Pick<Invite, 'id' | 'sending'>): string =>
  `${publicUrl}/invite/${inviteToken(secret, id, sending)}`;

export const inviteView = (
  invite: Pick<Invite, (keyof InviteView & keyof Invite) | 'state' | 'mailFailedAt' | 'sending'>,
  config: LinkConfig,
): InviteView => ({
  id: invite.id,
  email: invite.email,
  name: invite.name,
  projectId: invite.projectId,
  status: isExpired(invite) ? 'expired' : invite.state,
  createdAt: isoTime(invite.createdAt),
  expiresAt: isoTime(invite.expiresAt),
  mailFailed: invite.state === 'pending' && Boolean(invite.mailFailedAt),
  link: !config.smtpUrl && invite.state === 'pending' && !isExpired(invite) ? inviteUrl(config, invite) : null,
});
