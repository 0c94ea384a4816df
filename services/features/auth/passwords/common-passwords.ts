import { badRequest } from '../../../platform/errors.js';

/** Guesses that a password must withstand at least, as zxcvbn estimates them. */
export const ACCOUNT_GUESSES = 100_000;
/** Guessing stops for a link after far fewer. */
export const LINK_GUESSES = 10_000;

/** Longer passwords are estimated by their beginning, because the time grows with the square of the length. */
const ESTIMATED = 64;

/** A password that leaves fewer letters than this once the known words are removed is made of them. */
const OWN_LETTERS = 4;

/** Loaded on first use, because most processes never need the lists. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return {
    common: new Set(dictionary['passwords-common'].map(String)),
    estimator: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  };
}

let lists: ReturnType<typeof load> | undefined;

interface PasswordRules {
  /** Names and addresses that attackers try: of the person, the studio, the portal. */
  known: string[];
  field?: string;
  leastGuesses?: number;
}

/**
 * @throws AppError 400 for a password that attackers try first: a common one, a repetition or sequence, or one that is
 * made of what they know.
 */
export async function refuseCommonPassword(
  password: string,
  { known, field = 'password', leastGuesses = ACCOUNT_GUESSES }: PasswordRules,
): Promise<void> {
  const given = password.normalize('NFKC').trim().toLowerCase();
  const words = wordsIn([...OF_THE_TRADE, ...known]);
  if (isMadeOf(given, words)) throw refusal(field, MADE_OF_NAMES);
  lists ??= load();
  const { common, estimator } = await lists;
  const isSpacedOut = /^\S(\s+\S)+$/u.test(given);
  for (const tried of isSpacedOut ? [given, given.replace(/\s/gu, '')] : [given]) {
    if (common.has(tried)) throw refusal(field, TOO_COMMON);
    const { guesses } = estimator.check(tried.slice(0, ESTIMATED), words);
    if (guesses < leastGuesses) throw refusal(field, TOO_SIMPLE);
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const OF_THE_TRADE = ['Lacquer', 'mastering', 'portal', 'studio'];

const backwards = (word: string): string => [...word].toReversed().join('');

/** Each text and its parts, also written backwards; the longest first. */
const wordsIn = (texts: string[]): string[] =>
  texts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(plain)
    .filter((word) => word.length > 2)
    .flatMap((word) => [word, backwards(word)])
    .sort((a, b) => b.length - a.length);

function isMadeOf(password: string, words: string[]): boolean {
  const given = plain(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), given);
  return rest.length < given.length && rest.replace(/\p{N}/gu, '').length < OWN_LETTERS;
}

const MADE_OF_NAMES =
  'The password must not be made of your name or e-mail address, or of the name of the studio, project or portal.';
const TOO_COMMON = 'This password is one of the most common ones and easy to guess. Please choose another one.';
const TOO_SIMPLE = 'This password is easy to guess, for example because it repeats. Please choose another one.';

const refusal = (field: string, message: string) =>
  badRequest('common_password', message, { fields: [{ field, message }] });
