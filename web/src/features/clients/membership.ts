import type { Client } from '../../api';
import { formatDeadline } from '../../lib/format/format';

interface Membership {
  label: string;
  color: string;
  detail: string;
}

/** Status of a client between being added and having an account. */
export function membershipOf({
  joined,
  invite,
  suspended,
}: Pick<Client, 'joined' | 'invite' | 'suspended'>): Membership {
  if (suspended)
    return { label: 'Suspended', color: 'red', detail: 'Sees nothing of your studio until you let them in again' };
  if (joined) return { label: 'Active', color: 'green', detail: 'Has joined' };
  if (invite?.status === 'pending' && invite.mailFailed)
    return {
      label: 'Mail failed',
      color: 'red',
      detail: 'The invitation could not be delivered: check the address, send again',
    };
  if (invite?.status === 'pending')
    return { label: 'Invited', color: 'blue', detail: `The link works until ${formatDeadline(invite.expiresAt)}` };
  if (invite?.status === 'expired')
    return {
      label: 'Invite expired',
      color: 'orange',
      detail: `The link ended on ${formatDeadline(invite.expiresAt)}`,
    };
  if (invite?.status === 'declined')
    return { label: 'Declined', color: 'gray', detail: 'Does not want to join; you can invite them again' };
  return { label: 'Not invited', color: 'gray', detail: 'No invitation is open' };
}
