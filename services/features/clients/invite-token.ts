import { createHash, createHmac } from 'node:crypto';

/**
 * The token of one mailing of an invitation, 43 characters. It is derived from the installation's secret, so a worker
 * can put it into the mail without it being stored.
 */
export function inviteToken(secret: string, inviteId: string, sending: number): string {
  const key = createHmac('sha256', secret).update('invite').digest();
  return createHmac('sha256', key).update(`${inviteId} ${sending}`).digest('base64url');
}

/** The SHA-256 hash of a token (hexadecimal), which the database stores. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
