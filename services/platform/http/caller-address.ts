import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Whom a limit counts: an IPv4 address, or the network of an IPv6 one, of which anybody has more than can be counted. */
export function callerAddress(request: Pick<Request, 'ip'>): string {
  const ip = request.ip ?? '';
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) groups.push(...Array<string>(8).fill('0'));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
