import { distance } from 'fastest-levenshtein';
import { rowsOf } from '../lexicon/words.js';

const NUMBER_WORDS = new Map(rowsOf('number').map(({ word, value }) => [word, Number(value)]));

/** The number that a word stands for ('IV', 'four', '4th', '04'), or null. */
export function numberOf(key: string): number | null {
  return /^\d{1,4}$/.test(key) ? Number(key) : (NUMBER_WORDS.get(key) ?? null);
}

/** Words that stand for the same words in a title: 'und' is 'and', 'st' may be 'saint' or 'street'. */
const MEANT_BY = new Map(rowsOf('equal').map(({ word, value }) => [word, value.split(' ')]));

const sameWord = (a: string, b: string): boolean => {
  const [meant, others] = [MEANT_BY.get(a), MEANT_BY.get(b)];
  return meant !== undefined && others !== undefined && meant.some((word) => others.includes(word));
};

/** ä, ö, ü, ø, å written with two letters or without their mark. */
const digraphs = (key: string): string => key.replace(/([aou])e/g, '$1').replace(/aa/g, 'a');
const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const unleet = (key: string): string =>
  /[a-z]/.test(key) ? key.replace(/[013457]/g, (digit) => LEET[digit] ?? digit) : key;
const consonants = (key: string): string => key.replace(/(?<!^)[aeiou]/g, '');

export function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const char of long) if (at < short.length && char === short[at]) at++;
  return at === short.length;
}

/** Edit distance between two strings; swapping two neighbours, a common typing error, counts as one edit. */
export function edits(a: string, b: string): number {
  const apart = distance(a, b);
  if (apart !== 2 || a.length !== b.length) return apart;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] ? 1 : apart;
}

/** Similarity of two strings by their edit distance: 1 for equal ones, 0 for nothing in common. */
export function spelling(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - edits(a, b) / longest;
}

const cache = new Map<string, number>();

/**
 * How likely the word `written` in a file's name stands for the word `meant` in a title, 0 to 1. Both are folded. It
 * knows numerals, common abbreviations, misspellings, and words that are cut off or contracted.
 */
export function wordSimilarity(written: string, meant: string): number {
  if (written === meant) return 1;
  const id = `${written} ${meant}`;
  let similarity = cache.get(id);
  if (similarity === undefined) {
    similarity = compare(written, meant);
    if (cache.size > 200_000) cache.clear();
    cache.set(id, similarity);
  }
  return similarity;
}

function compare(a: string, b: string): number {
  if (sameWord(a, b)) return 0.97;
  const value = numberOf(b);
  if (value !== null && numberOf(a) === value) return /^\d+$/.test(a) && /^\d+$/.test(b) ? 0.5 : 0.95;
  if (/^\d+$/.test(a) || /^\d+$/.test(b)) return 0;
  if (digraphs(a) === digraphs(b) || unleet(a) === unleet(b)) return 0.97;
  const short = Math.min(a.length, b.length);
  if (short < 2) return 0;
  if (a === `${b}s` || b === `${a}s`) return short >= 3 ? 0.93 : 0;
  const alike = short >= 4 ? spelling(a, b) : 0;
  let best = alike >= 0.7 ? alike : 0;
  if (a.length < b.length && a[0] === b[0]) {
    const share = a.length / b.length;
    if (a.length >= 3 && b.startsWith(a)) best = Math.max(best, 0.6 + 0.35 * share);
    else if (a.length >= 2 && a === consonants(b)) best = Math.max(best, 0.85);
    else if (
      a.length >= 2 &&
      share >= 0.4 &&
      isSubsequence(a, b) &&
      isSubsequence(consonants(a).slice(1), consonants(b))
    )
      best = Math.max(best, 0.5 + 0.4 * share);
  }
  return best;
}

const NUMERAL = /^(?:\d+|[ivx]+)$/;

/**
 * How well `short` abbreviates the title `words` (folded, in order): by initials, or by leaving letters out while every
 * word is begun; 0 if it does not. 'hmb' for half moon bay, 'cncrtllb' for concrete lullaby, 'ptballet' for paper tiger
 * ballet.
 */
export function abbreviation(short: string, words: readonly string[]): number {
  if (short.length < 2 || words.length === 0 || short[0] !== words[0]?.[0]) return 0;
  if (words.length === 1 && short.length < 4) return 0;
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const from of reached) {
      if (short[from] !== word[0]) continue;
      // 'trio 2 i' is not an abbreviation of 'Trio 2: II'.
      if (NUMERAL.test(word)) {
        if (short.startsWith(word, from)) next.add(from + word.length);
        continue;
      }
      let to = from + 1;
      next.add(to);
      for (let at = 1; at < word.length && to < short.length; at++) if (word[at] === short[to]) next.add(++to);
    }
    if (next.size === 0) return 0;
    reached = next;
  }
  if (!reached.has(short.length)) return 0;
  const begun = words.length;
  const all = words.join('');
  const body = consonants(all).length - begun;
  const kept = consonants(short).length - begun;
  const base = begun >= 3 ? 0.62 : begun === 2 ? 0.5 : 0.45;
  return base + 0.4 * Math.max(0, Math.min(1, body > 0 ? kept / body : 1)) * (short.length > begun ? 1 : 0);
}
