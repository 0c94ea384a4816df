import { createHash, createHmac } from 'node:crypto';

export const linkKinds = ['reset', 'magic'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * The token of a link in a mail, 43 characters. It follows from the installation's secret, so that a worker can put it into
 * the mail without anybody having stored it.
 */
export function linkToken(secret: string, kind: LinkKind, linkId: string): string {
  const key = createHmac('sha256', secret).update(`link ${kind}`).digest();
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

/** What the database keeps of a token. */
export const linkIdentifier = (kind: LinkKind, token: string): string =>
  `${kind}:${createHash('sha256').update(token).digest('hex')}`;

/** Where the link leads. */
export const linkUrl = (publicUrl: string, kind: LinkKind, token: string): string =>
  `${publicUrl}/${kind === 'reset' ? 'reset-password' : 'sign-in/link'}/${token}`;
