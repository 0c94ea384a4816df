import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What better-auth's signed cookie of that name says, out of a request's `Cookie` header. Null when there is none, or it
 * is not, letter for letter, as better-auth writes it.
 */
export function signedValue(header: string, name: string, secret: string): string | null {
  const given = cookieValue(header, name);
  if (!given) return null;
  const value = given.slice(0, given.lastIndexOf('.'));
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  return isSame(given, encodeURIComponent(`${value}.${signature}`)) ? value : null;
}

/** What the first cookie of that name says, as it was sent. */
export function cookieValue(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** In the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
