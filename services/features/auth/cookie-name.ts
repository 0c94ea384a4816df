import type { Config } from '../../platform/config.js';

/**
 * Over https a browser takes a cookie named `__Host-…` only from this very host, with `Secure`, for `/` and for no other
 * host. So no neighbour under the same domain can plant one.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-lacquer.${name}` : `lacquer.${name}`;
}

/** Lax: the way back from a provider comes from another site. */
export const cookieOptions = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
  path: '/',
});
