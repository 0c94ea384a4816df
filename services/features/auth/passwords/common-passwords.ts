import { badRequest } from '../../../platform/errors.js';

let common: Promise<Set<string>> | undefined;

/** Loaded on first use, because most processes never need the list. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String).filter((each) => each.length >= 8));
}

/**
 * @throws AppError 400 for a password that attackers try first: a common one, or the user's e-mail address or a part of
 * it.
 */
export async function refuseCommonPassword(password: string, email: string, field = 'password'): Promise<void> {
  const given = password.normalize('NFKC').trim().toLowerCase();
  const [localPart, domain] = email.toLowerCase().split('@');
  if ([email.toLowerCase(), localPart, domain].includes(given)) throw refusal(field, OWN_ADDRESS);
  common ??= load();
  if ((await common).has(given)) throw refusal(field, TOO_COMMON);
}

const OWN_ADDRESS = 'The password must not be your e-mail address or a part of it.';
const TOO_COMMON = 'This password is one of the most common ones and easy to guess. Please choose another one.';

const refusal = (field: string, message: string) =>
  badRequest('common_password', message, { fields: [{ field, message }] });
