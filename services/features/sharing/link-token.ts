import { createHash, createHmac } from 'node:crypto';

const keyFor = (secret: string, use: string) => createHmac('sha256', secret).update(use).digest();

/**
 * The token of a share link, 43 characters. It is derived from the installation's secret, so the link can be copied again
 * although it is not stored. Each renewal makes another token.
 */
export const shareToken = (secret: string, linkId: string, renewals = 0): string =>
  createHmac('sha256', keyFor(secret, 'share link'))
    .update(renewals === 0 ? linkId : `${linkId} ${renewals}`)
    .digest('base64url');

/** The SHA-256 hash of a token (hexadecimal), which the database stores. */
export const shareTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The value of the cookie of a browser that knows the password. Another password makes another value. */
export const passwordProof = (secret: string, passwordHash: string): string =>
  createHmac('sha256', keyFor(secret, 'share password')).update(passwordHash).digest('base64url');
