import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * The key of a rate limit: an IPv4 address, or the network of an IPv6 one, because one customer has countless IPv6
 * addresses.
 */
export function callerAddress(request: Pick<Request, 'ip'>): string {
  const ip = request.ip ?? '';
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) groups.push(...Array<string>(8).fill('0'));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
