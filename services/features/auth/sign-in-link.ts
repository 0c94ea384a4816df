import { createHash, createHmac } from 'node:crypto';

export const linkKinds = ['reset', 'magic', 'address'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * The token of a mailed link, 43 characters. It is derived from the installation's secret, so a worker can put it into
 * the mail without it being stored.
 */
export function linkToken(secret: string, kind: LinkKind, linkId: string): string {
  const key = createHmac('sha256', secret).update(`link ${kind}`).digest();
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

/** The hash of a token, which the database stores. */
export const linkIdentifier = (kind: LinkKind, token: string): string =>
  `${kind}:${createHash('sha256').update(token).digest('hex')}`;

const PAGES: Record<LinkKind, string> = {
  reset: 'reset-password',
  magic: 'sign-in/link',
  address: 'confirm-address',
};

/** URL of the page that redeems the link. */
export const linkUrl = (publicUrl: string, kind: LinkKind, token: string): string =>
  `${publicUrl}/${PAGES[kind]}/${token}`;
