import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The value of one of better-auth's signed cookies in a `Cookie` header. Null if it is missing or not exactly in
 * better-auth's format.
 */
export function signedValue(header: string, name: string, secret: string): string | null {
  const given = cookieValue(header, name);
  if (!given) return null;
  const value = given.slice(0, given.lastIndexOf('.'));
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  return isSame(given, encodeURIComponent(`${value}.${signature}`)) ? value : null;
}

/** The raw value of the first cookie with that name. */
export function cookieValue(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
