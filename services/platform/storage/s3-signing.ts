import type { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clock } from '../clock.js';

export type SigningOptions = Parameters<typeof getSignedUrl>[2];

/** An address that is valid for that time, for requests with exactly those headers. */
export async function signFor(
  expiresInS: number,
  headers: string[],
  sign: (signing: SigningOptions) => Promise<string>,
): Promise<{ url: string; expiresAt: Date }> {
  const signingDate = clock.now();
  const url = await sign({ expiresIn: expiresInS, signingDate, signableHeaders: new Set([...headers, 'host']) });
  return { url, expiresAt: new Date(signingDate.getTime() + expiresInS * 1000) };
}
