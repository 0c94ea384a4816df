import { createHash, createHmac } from 'node:crypto';

/** The token of an invite's mail, 43 characters; it follows from the secret, so that it is stored nowhere. */
export function engineerTokenOf(secret: string, inviteId: string): string {
  const key = createHmac('sha256', secret).update('engineer invite').digest();
  return createHmac('sha256', key).update(inviteId).digest('base64url');
}

/** The address of the page that accepts the invite. */
export const engineerUrl = (publicUrl: string, token: string): string => `${publicUrl}/join/${token}`;

/** What the database keeps of a token. */
export const engineerTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
