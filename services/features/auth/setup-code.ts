import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Config } from '../../platform/config.js';

/** Excludes letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 12;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * The set-up code that only readers of the console know, such as `ABCD-EFGH-JKMN`. It is the same in every process of
 * the installation.
 */
export function setupCode(secret: string): string {
  const digest = createHmac('sha256', secret).update('first-run set-up').digest();
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

export function isSetupCode(secret: string, given: string): boolean {
  const plain = (code: string) => Buffer.from(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const [expected, entered] = [plain(setupCode(secret)), plain(given)];
  return expected.length === entered.length && timingSafeEqual(expected, entered);
}

/**
 * Whether a request was made on this machine, to a portal that is only reachable locally. Behind a proxy, every request
 * seems to be local.
 */
export function isFromThisMachine(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const host = `http://${request.headers.host}`;
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    FORWARDED.every((header) => request.headers[header] === undefined) &&
    URL.canParse(host) &&
    isLoopback(new URL(host).hostname) &&
    isLoopback(new URL(publicUrl).hostname)
  );
}

function isLoopback(name: string): boolean {
  const plain = name.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
