import { fold } from '../lexicon/fold.js';
import { PHRASES } from '../lexicon/words.js';

/** A word, number or symbol of a name. `start` and `end` are offsets in the repaired name. */
export interface Token {
  text: string;
  /** folded, for comparison */
  key: string;
  /** the key in the vocabulary: also folded, except in scripts without spaces */
  word: string;
  start: number;
  end: number;
  digits: boolean;
  /** there is no separator between this token and the previous one */
  glued: boolean;
  /** 0 outside brackets, otherwise the ordinal of its bracket */
  bracket: number;
}

const OPENING = '([{（【「『［〔<';
const CLOSING = ')]}）】」』］〕>';
const APOSTROPHES = /['’‘`´ʼ]/;
const PIECES =
  /\p{Extended_Pictographic}\uFE0F?|\p{Lu}+(?!\p{Ll})[\p{M}]*|[\p{L}\p{M}$]['’‘`´ʼ\p{Ll}\p{Lo}\p{M}$]*|\p{N}+|[\p{So}\p{Sm}]/gu;
const SCRIPT_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;

function isCjk(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** Phrases of scripts without spaces, longest first. They are also searched inside longer runs. */
const CJK_PHRASES = PHRASES.map(({ word }) => word)
  .filter(isCjk)
  .sort((a, b) => b.length - a.length);

function cutCjk(run: string): string[] {
  const cuts = new Set<number>([0, run.length]);
  for (const phrase of CJK_PHRASES) {
    const at = run.indexOf(phrase);
    if (at < 0 || [...cuts].some((cut) => cut > at && cut < at + phrase.length)) continue;
    cuts.add(at);
    cuts.add(at + phrase.length);
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((cut, i) => run.slice(sorted[i], cut));
}

/**
 * Words of a run without separators: split where letters meet digits, where a capital follows a small letter, and where
 * the script changes.
 */
function cutRun(run: string): string[] {
  if (!isCjk(run)) return run.match(PIECES) ?? [];
  const pieces: string[] = [];
  let from = 0;
  for (const match of run.matchAll(SCRIPT_WITHOUT_SPACES)) {
    if (match.index > from) pieces.push(...(run.slice(from, match.index).match(PIECES) ?? []));
    pieces.push(...cutCjk(match[0]));
    from = match.index + match[0].length;
  }
  if (from < run.length) pieces.push(...(run.slice(from).match(PIECES) ?? []));
  return pieces;
}

/**
 * Splits a repaired name (without extension) into tokens. Apostrophes join (`Ma's` is one token), and `&` is read as
 * 'and'. Tokens without a comparison key are dropped.
 */
export function tokenize(name: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let bracket = 0;
  let brackets = 0;
  const runs = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{So}$'’‘`´ʼ∞]+|[^\p{L}\p{M}\p{N}]/gu;
  for (const match of name.matchAll(runs)) {
    const run = match[0];
    if (OPENING.includes(run)) {
      if (depth++ === 0) bracket = ++brackets;
    } else if (CLOSING.includes(run)) {
      depth = Math.max(0, depth - 1);
      if (depth === 0) bracket = 0;
    }
    if (run === '&') {
      tokens.push({
        text: '&',
        key: 'and',
        word: 'and',
        start: match.index,
        end: match.index + 1,
        digits: false,
        glued: false,
        bracket,
      });
      continue;
    }
    let at = match.index;
    let first = true;
    for (const piece of cutRun(run)) {
      const start = name.indexOf(piece, at);
      at = start + piece.length;
      const text = APOSTROPHES.test(piece) ? piece.replace(/['’‘`´ʼ]/g, '') : piece;
      const key = fold(text);
      if (key === '') continue;
      tokens.push({
        text: piece,
        key,
        word: isCjk(text) ? text : key,
        start,
        end: at,
        digits: /^\p{N}+$/u.test(piece),
        glued: !first,
        bracket,
      });
      first = false;
    }
  }
  return tokens;
}

/** The keys of a text's tokens. */
export const keysOf = (text: string): string[] => tokenize(text).map(({ key }) => key);
