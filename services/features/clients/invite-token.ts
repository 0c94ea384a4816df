import { createHash, createHmac } from 'node:crypto';

/**
 * The token of one sending of an invite's mail, 43 characters. It follows from the installation's secret, so that a
 * worker can put it into the mail without anybody having stored it.
 */
export function inviteToken(secret: string, inviteId: string, sending: number): string {
  const key = createHmac('sha256', secret).update('invite').digest();
  return createHmac('sha256', key).update(`${inviteId} ${sending}`).digest('base64url');
}

/** What the database keeps of a token: SHA-256, hexadecimal. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
