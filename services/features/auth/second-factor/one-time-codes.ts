import { createHash, createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { seal as sealText, unseal as unsealText } from '../../../platform/sealing.js';

const STEP_S = 30;
const RECOVERY_CODES = 10;
/** Excludes letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';

const totp = (secret: string, labels?: { issuer: string; label: string }) =>
  new TOTP({ ...labels, secret: Secret.fromBase32(secret), period: STEP_S });

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The content of the QR code; authenticator apps list it under the portal's name. */
export const setUpUri = (secret: string, issuer: string, label: string): string =>
  totp(secret, { issuer, label }).toString();

/** The time step (half a minute) of a code, at most one away from now; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, window: 1, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_S) + delta;
}

/** The code that the app shows at this time. */
export const codeAt = (secret: string, now: Date): string => totp(secret).generate({ timestamp: now.getTime() });

/** Codes like `abcdef-ghjkmn-pqrstu-vwxyz2` with 117 bits each. */
export function newRecoveryCodes(): string[] {
  const letters = (count: number) => Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 4 }, () => letters(6)).join('-'));
}

const asPrinted = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Hashes a code regardless of how it was typed. The hash is keyed, so that a leaked database alone does not allow
 * guessing codes.
 */
export const recoveryHash = (installation: string, code: string): string =>
  createHmac('sha256', installation)
    .update(`recovery code:${asPrinted(code)}`)
    .digest('hex');

/** The hash of codes that were created before hashes were keyed. They stay valid until they are used. */
export const unkeyedRecoveryHash = (code: string): string => createHash('sha256').update(asPrinted(code)).digest('hex');

const PURPOSE = 'second factor';
export const seal = (installation: string, text: string): string => sealText(installation, PURPOSE, text);
/** @throws when it was sealed by another installation or modified. */
export const unseal = (installation: string, sealed: string): string => unsealText(installation, PURPOSE, sealed);
