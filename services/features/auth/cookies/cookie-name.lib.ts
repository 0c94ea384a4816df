import type { Config } from '../../../platform/config.js';

/**
 * Over https, browsers only accept a cookie named `__Host-…` from this exact host, with `Secure` and the path `/`. So
 * no other host under the same domain can set one.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-lacquer.${name}` : `lacquer.${name}`;
}

/** `lax`, because the redirect back from a provider comes from another site. */
export const cookieOptions = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
  path: '/',
});
