import { anyOf, wordsOf } from '../lexicon/words.js';
import { repairName } from './file-name.js';
import type { NameReading } from './read.js';
import { abbreviation, numberOf, spelling, wordSimilarity } from './similarity.js';
import { SERIES } from './thresholds.js';
import { tokenize } from './tokens.js';

interface TitleWord {
  key: string;
  weight: number;
  minor: boolean;
  /** 1 if no other title contains it, near 0 if all do */
  rarity: number;
}

interface Form {
  key: string;
  /** the share of the title's weight that this form covers */
  cover: number;
  words: string[];
}

/**
 * A title prepared for comparison. Its words are weighted by how well they distinguish it from the project's other
 * titles.
 */
export interface Title {
  text: string;
  /** equal for titles that compare alike: the text and the part that distinguishes it from the project's others */
  id: string;
  words: TitleWord[];
  forms: Form[];
}

export interface TitleMatch {
  /** 0 to 1: the share of the title in the name, weighted by how well its words distinguish titles */
  cover: number;
  /** 0 to 1: how literally */
  quality: number;
  how: 'exact' | 'words' | 'spelling' | 'abbreviation' | 'none';
  /** by token: 1 where the title was found */
  consumed: Uint8Array;
  /** the working title that was found instead */
  alias?: string;
}

const MINOR = wordsOf('minor');
const ARTICLES = wordsOf('article');
const FEATURING = new RegExp(`[([ ](?:${anyOf('featuring')}|${anyOf('guest')})\\b\\.? .*$`, 'i');

const keysOf = (text: string): string[] => tokenize(repairName(text)).map((token) => token.key);

/** Artist and song in a compilation's title. */
const ACT = /^.+? [-–—] (?=\S)/;

function formsOf(text: string, words: TitleWord[], isCompiled: boolean): Form[] {
  const total = words.reduce((sum, word) => sum + word.weight, 0) || 1;
  const forms: Form[] = [];
  const add = (keys: string[], cover: number): void => {
    const key = keys.join('');
    if (key && !forms.some((form) => form.key === key)) forms.push({ key, cover, words: keys });
  };
  const all = words.map((word) => word.key);
  add(all, 1);
  const share = (keys: string[]): number => {
    const left = [...keys];
    return (
      words.reduce(
        (sum, word) => (left.includes(word.key) ? (left.splice(left.indexOf(word.key), 1), sum + word.weight) : sum),
        0,
      ) / total
    );
  };
  const plain = text.replace(FEATURING, '');
  if (plain !== text && plain.trim()) add(keysOf(plain), Math.max(0.9, share(keysOf(plain))));
  if (isCompiled && ACT.test(text)) add(keysOf(plain.replace(ACT, '')), 0.9);
  const withoutArticle = (keys: string[]): string[] =>
    keys.length > 1 && ARTICLES.has(keys[0] ?? '') ? keys.slice(1) : keys;
  for (const form of [...forms]) {
    const bare = withoutArticle(form.words);
    if (bare !== form.words) {
      add(bare, form.cover * 0.97);
      add([...bare, form.words[0] ?? ''], form.cover);
    }
  }
  // Characters that were lost in a transfer: 'Días' as 'D_as'.
  const lossy = keysOf(text.normalize('NFC').replace(/[^\p{ASCII}]/gu, ' '));
  if (
    /[^\p{ASCII}]/u.test(text.normalize('NFC')) &&
    lossy.join('').length >= 3 &&
    lossy.join('').length >= all.join('').length * 0.6
  )
    add(lossy, 0.95);
  return forms;
}

/**
 * Prepares a project's titles. A word that many titles share has little weight; articles and the names of guests have
 * almost none.
 */
export function prepareTitles(titles: readonly string[]): Title[] {
  const keyed = titles.map((text) => keysOf(text));
  const guests = titles.map((text) => new Set(keysOf(FEATURING.exec(text)?.[0] ?? '')));
  const holders = new Map<string, number>();
  for (const keys of keyed) for (const key of new Set(keys)) holders.set(key, (holders.get(key) ?? 0) + 1);
  const count = titles.length;
  const compiled = titles.filter((text) => ACT.test(text)).length;
  const isCompiled = compiled >= Math.max(SERIES.least, SERIES.share * titles.length);
  // Where a title has 'II', the 'I' of the others is a numeral, not a small word.
  const isSeries = holders.has('ii');
  const bare = keyed.map((keys) => keys.filter((key) => !MINOR.has(key)).join(' '));
  return titles.map((text, i) => {
    const keys = keyed[i] ?? [];
    // Small words matter if only they distinguish two titles: 'Love Me' and 'Love Me Do'.
    const onlyMinor =
      bare[i] === '' || bare.some((other, o) => o !== i && other === bare[i] && keyed[o]?.join(' ') !== keys.join(' '));
    const words = keys.map((key) => {
      const rarity = Math.log((count + 1) / (holders.get(key) ?? 1)) / Math.log(count + 1);
      const isNumeral = keys.length > 1 && /^\d+$|^[iv]{1,3}$/.test(key);
      const minor = !onlyMinor && MINOR.has(key) && !(isNumeral && (holders.get(key) === 1 || isSeries));
      const weight = (minor ? 0.12 : guests[i]?.has(key) ? 0.3 : 1) * (0.15 + 0.85 * rarity);
      return { key, weight, minor, rarity };
    });
    const id = `${text}>${words.map((word) => word.rarity.toFixed(2)).join()}`;
    return { text, id, words, forms: formsOf(text, words, isCompiled) };
  });
}

const ALIAS = new RegExp(`(?<!\\p{L})(?:${anyOf('alias-label')})[:\\s]+["“”'‘’«]?([^"“”;,.()\\n»]{2,60})`, 'giu');

/** Other titles in a track's notes ('working title: Neon', 'aka Blue'). */
export function aliasesIn(notes: string | null): string[] {
  return [...(notes ?? '').matchAll(ALIAS)]
    .map((match) => (match[1] ?? '').trim())
    .filter((alias) => alias.length >= 2);
}

const NONE = (size: number): TitleMatch => ({ cover: 0, quality: 0, how: 'none', consumed: new Uint8Array(size) });

/** How undesirable it is to find a title at these tokens: inside a date, at a leading `05` or in the album's name. */
function reluctance(reading: NameReading, from: number, to: number, claimed: Uint8Array): number {
  let cost = 0;
  for (const mark of reading.marks) {
    if (mark.from < to && mark.to > from && mark.span.kind !== 'copy' && mark.span.kind !== 'seconds')
      cost += mark.span.kind === 'catalogue' || mark.span.kind === 'side' || mark.span.kind === 'musicalKey' ? 0.5 : 2;
  }
  if (reading.numbers.some((mark) => mark.kind === 'leading' && mark.from === from && mark.text.startsWith('0')))
    cost += 2;
  for (let i = from; i < to; i++) if (claimed[i]) return cost + 1;
  return cost;
}

function exactMatch(reading: NameReading, title: Title, claimed: Uint8Array): TitleMatch | null {
  const { tokens } = reading;
  let best: { form: Form; from: number; to: number; cost: number } | null = null;
  for (const form of title.forms) {
    for (let from = 0; from < tokens.length; from++) {
      let glued = '';
      let to = from;
      while (to < tokens.length && glued.length < form.key.length && form.key.startsWith(glued))
        glued += tokens[to++]?.key ?? '';
      if (glued !== form.key) continue;
      if (/^\d+$/.test(glued) && to - from > form.words.length) continue;
      const cost = reluctance(reading, from, to, claimed) + (1 - form.cover) * 4;
      if (!best || cost < best.cost) best = { form, from, to, cost };
    }
  }
  if (!best) return null;
  const consumed = new Uint8Array(tokens.length);
  consumed.fill(1, best.from, best.to);
  return { cover: best.form.cover, quality: 1, how: 'exact', consumed };
}

function wordMatch(reading: NameReading, title: Title, claimed: Uint8Array): TitleMatch {
  const { tokens } = reading;
  const pairs: { word: number; token: number; similarity: number; rank: number }[] = [];
  title.words.forEach((word, w) => {
    tokens.forEach((token, t) => {
      const similarity = wordSimilarity(token.key, word.key);
      if (similarity < 0.6 && !(similarity === 0.5 && title.words.length > 1)) return;
      const cost = reluctance(reading, t, t + 1, claimed);
      if (cost >= 2) return;
      pairs.push({
        word: w,
        token: t,
        similarity,
        rank: similarity * word.weight - cost * 0.3 - 0.001 * Math.abs(w - t),
      });
    });
  });
  pairs.sort((a, b) => b.rank - a.rank);
  const consumed = new Uint8Array(tokens.length);
  const at = new Map<number, { token: number; similarity: number }>();
  const isNumeral = (word: number): boolean => numberOf(title.words[word]!.key) !== null;
  // '2 i' is not 'No. 1: II': numerals count in their order.
  const crosses = (pair: { word: number; token: number }): boolean =>
    isNumeral(pair.word) &&
    [...at].some(([word, { token }]) => isNumeral(word) && (word - pair.word) * (token - pair.token) < 0);
  for (const pair of pairs) {
    if (at.has(pair.word) || consumed[pair.token] || crosses(pair)) continue;
    consumed[pair.token] = 1;
    at.set(pair.word, pair);
  }
  let total = 0;
  let matched = 0;
  let literal = 0;
  let major = 0;
  let previous = -1;
  let breaks = 0;
  title.words.forEach((word, w) => {
    total += word.weight;
    const hit = at.get(w);
    if (!hit) return;
    matched += word.weight;
    literal += word.weight * hit.similarity;
    if (word.minor) return;
    major++;
    if (hit.token < previous) breaks++;
    previous = hit.token;
  });
  if (major === 0 && title.words.some((word) => !word.minor)) return NONE(tokens.length);
  const cover = (total > 0 ? matched / total : 0) * (breaks > 0 ? 0.75 : 1);
  return { cover, quality: matched > 0 ? literal / matched : 0, how: 'words', consumed };
}

const endsWord = (written: string, words: readonly string[]): boolean => written.length === words.join('').length;

/** How well `written` matches the beginning of the words, cut off; little if other titles begin in the same way. */
function cutOff(written: string, words: readonly string[], title: Title): number {
  const key = words.join('');
  if (written.length < 5 || written.length >= key.length || !key.startsWith(written)) return 0;
  let reach = 0;
  const touched = words.filter((word) => (reach += word.length) - word.length < written.length);
  // 'trio 2 i' is not 'Trio 2: II' cut off.
  if (numberOf(touched.at(-1) ?? '') !== null && !endsWord(written, touched)) return 0;
  const telling = title.words.some((word) => touched.includes(word.key) && word.rarity >= 0.5);
  return (0.6 + 0.35 * (written.length / key.length)) * (telling ? 1 : 0.5);
}

const joined = new Map<string, { score: number; how: 'spelling' | 'abbreviation' }>();

function joinedScore(written: string, title: Title): { score: number; how: 'spelling' | 'abbreviation' } {
  const id = `${written}>${title.id}`;
  let result = joined.get(id);
  if (result) return result;
  result = { score: 0, how: 'spelling' };
  const major = title.words.filter((word) => !word.minor).map((word) => word.key);
  // The numeral that distinguishes 'Part I' from 'Part II' is not a typing error.
  const numerals = title.words.filter((word) => word.rarity >= 0.5 && !word.minor && numberOf(word.key) !== null);
  const numbered = numerals.every((word) => written.endsWith(word.key));
  for (const form of [...title.forms.map((each) => each.words), major]) {
    const key = form.join('');
    if (
      numbered &&
      written.length >= 4 &&
      Math.abs(written.length - key.length) <= 0.35 * Math.max(key.length, written.length)
    ) {
      const score = spelling(written, key);
      if (score >= 0.68 && score > result.score) result = { score, how: 'spelling' };
    }
    const score = Math.max(cutOff(written, form, title), abbreviation(written, form));
    if (score > result.score) result = { score, how: 'abbreviation' };
  }
  if (joined.size > 200_000) joined.clear();
  joined.set(id, result);
  return result;
}

/** Searches for a misspelt or abbreviated title in adjacent tokens that have no other meaning. */
function joinedMatch(reading: NameReading, title: Title, claimed: Uint8Array): TitleMatch {
  const { tokens } = reading;
  const own = (key: string): boolean => title.words.some((word) => word.key === key);
  const free = tokens.map(
    (token, i) =>
      !claimed[i] &&
      !reading.words.some((word) => word.wordClass !== 'filler' && i >= word.from && i < word.to && !own(token.key)) &&
      reluctance(reading, i, i + 1, claimed) < 1 &&
      (!token.digits || own(token.key)),
  );
  // The 'I' of 'HMB-I' is a code, not a letter of 'Hummingbird'.
  const isCode = (i: number): boolean =>
    tokens[i]!.key.length === 1 && !tokens[i]!.glued && tokens[i - 1]!.key.length > 1 && !own(tokens[i]!.key);
  let best = NONE(tokens.length);
  for (let from = 0; from < tokens.length; from++) {
    let written = '';
    for (let to = from + 1; to <= Math.min(tokens.length, from + 6) && free[to - 1]; to++) {
      if (to - 1 > from && isCode(to - 1)) break;
      written += tokens[to - 1]?.key ?? '';
      const { score, how } = joinedScore(written, title);
      if (score <= best.cover * best.quality) continue;
      best = {
        cover: how === 'spelling' ? 1 : Math.min(1, score + 0.1),
        quality: score,
        how,
        consumed: new Uint8Array(tokens.length),
      };
      best.consumed.fill(1, from, to);
    }
  }
  return best;
}

/**
 * Where and how well a name contains a title. `claimed` marks tokens that read as the artist's or album's name; a title
 * uses them only if it is found nowhere else.
 */
export function matchTitle(reading: NameReading, title: Title, claimed: Uint8Array): TitleMatch {
  const exact = exactMatch(reading, title, claimed);
  if (exact && exact.cover >= 0.999) return exact;
  let best = exact ?? NONE(reading.tokens.length);
  for (const other of [
    wordMatch(reading, title, claimed),
    best.cover < 0.8 ? joinedMatch(reading, title, claimed) : null,
  ]) {
    if (other && other.cover * other.quality > best.cover * best.quality + 1e-9) best = other;
  }
  return best;
}
