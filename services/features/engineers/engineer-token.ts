import { createHash, createHmac } from 'node:crypto';

/** The token of an invitation, 43 characters. It is derived from the installation's secret and not stored. */
export function engineerTokenOf(secret: string, inviteId: string): string {
  const key = createHmac('sha256', secret).update('engineer invite').digest();
  return createHmac('sha256', key).update(inviteId).digest('base64url');
}

/** URL of the page that accepts the invitation. */
export const engineerUrl = (publicUrl: string, token: string): string => `${publicUrl}/join/${token}`;

/** The hash of a token, which the database stores. */
export const engineerTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
