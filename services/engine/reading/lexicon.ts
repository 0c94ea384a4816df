import { PHRASES, type WordClass, wordsOf } from '../lexicon/words.js';
import { edits } from './similarity.js';
import { tokenize } from './tokens.js';

export interface Phrase {
  wordClass: WordClass;
  /** 1 if the phrase hardly has another meaning in a file name, less if it has */
  strength: number;
}

/** Folded phrase, with its words joined, → its meaning. A phrase keeps its first (most specific) meaning. */
const byKey = new Map<string, Phrase>();
/** Phrases with one-letter words, as tokenised: 'w o vox', 'm and e'. */
const spelt = new Set<string>();
/**
 * Phrases that are long enough to be recognised when misspelt: single words from six letters, several words from eight.
 * Their short words must be spelt correctly: 'HM master' belongs to somebody, it is not 'HD master'.
 */
const recognisable: { key: string; words: number; begins: string; ends: string }[] = [];
const SHORT = 4;
for (const { word, class: wordClass, strength } of PHRASES) {
  const tokens = tokenize(word);
  const key = tokens.map((token) => token.word).join('');
  if (!key || byKey.has(key)) continue;
  byKey.set(key, { wordClass, strength });
  if (tokens.every((token) => token.key.length === 1)) spelt.add(key);
  if (!/^[a-z]+$/.test(key) || key.length < (tokens.length === 1 ? 6 : 8)) continue;
  const [first, last] = [tokens[0]?.word ?? '', tokens.at(-1)?.word ?? ''];
  recognisable.push({
    key,
    words: tokens.length,
    begins: first.length <= SHORT ? first : first.slice(0, 1),
    ends: last.length <= SHORT ? last : '',
  });
}

const MISSPELT = new Map<string, Phrase | null>();

/**
 * The meaning of `words` joined words (folded); long ones also if misspelt or inflected. Null if they have no known
 * meaning.
 */
export function meaningOf(key: string, words = 1): Phrase | null {
  const exact = byKey.get(key);
  if (exact) return exact;
  if (words > 2 || key.length < (words === 1 ? 6 : 8)) return null;
  const id = `${words}${key}`;
  let known = MISSPELT.get(id);
  if (known === undefined) {
    const allowed = words === 1 && key.length >= 10 ? 2 : 1;
    const near = recognisable.find(
      (each) =>
        each.words === words &&
        Math.abs(each.key.length - key.length) <= allowed &&
        key.startsWith(each.begins) &&
        key.endsWith(each.ends) &&
        edits(each.key, key) <= allowed,
    );
    const meaning = near && byKey.get(near.key);
    known = meaning ? { ...meaning, strength: meaning.strength * 0.9 } : null;
    if (MISSPELT.size > 20_000) MISSPELT.clear();
    MISSPELT.set(id, known);
  }
  return known;
}

/** True if separate single letters form a phrase ('5 1'). Others are initials: 'M. R.' is not 'MR'. */
export const isSpeltApart = (key: string): boolean => spelt.has(key);

/** True if the vocabulary contains the word as written. */
export function isKnownWord(key: string): boolean {
  return byKey.has(key);
}

const TAILS = wordsOf('tail');

/** After fewer letters, an 'r' is part of the word: 'Cover' is not a revision of 'Cove', nor 'Dancer' of 'Dance'. */
const LONG_HEAD = 8;

/** A whole title of several words with at least this many letters is separated from any word, … */
const LEAST_TITLE = 7;
/** … and one of a single word with this many. */
const LEAST_WORD = 5;
/** The most letters before or after such a title that may be a code; more are probably another title. */
const LONGEST_GLUED = 4;

/**
 * Splits words that were written together. `homerepriseinst` becomes home, reprise, inst if the titles contain 'Home
 * (Reprise)'; `instrumentalfassung` is always split. A word is split if its parts cover it: title words and known words
 * of at least three letters or, without a title's word, known words of at least four. Around a whole title, a
 * few unknown letters may remain: `hollowwaymstvn` becomes hollow, way, mst, vn.
 */
export class Segmenter {
  private readonly cut = new Map<string, string[] | null>();

  private readonly titleWords: ReadonlySet<string>;

  /** whole titles as their words, the longest first */
  private readonly titles: readonly { key: string; words: readonly string[] }[];

  constructor(titleWords: ReadonlySet<string>, titles: readonly (readonly string[])[] = []) {
    this.titleWords = titleWords;
    this.titles = titles
      .map((words) => ({ key: words.join(''), words }))
      .filter(({ key, words }) => key.length >= (words.length > 1 ? LEAST_TITLE : LEAST_WORD) && /^[a-z]+$/.test(key))
      .sort((a, b) => b.key.length - a.key.length);
  }

  /** The parts in order, or null if the word must not be split. */
  pieces(key: string): string[] | null {
    if (key.length < 5 || this.titleWords.has(key) || byKey.has(key) || !/^[a-z]+$/.test(key)) return null;
    let pieces = this.cut.get(key);
    if (pieces === undefined) {
      pieces = this.search(key) ?? this.aroundTitle(key);
      this.cut.set(key, pieces);
    }
    return pieces;
  }

  private aroundTitle(key: string): string[] | null {
    for (const title of this.titles) {
      const at = key.indexOf(title.key);
      if (at < 0) continue;
      const [before, after] = [this.rest(key.slice(0, at)), this.rest(key.slice(at + title.key.length))];
      // One word needs a known word beside it: 'cairnmstvn', but not 'coverage' for 'Cover'.
      const isNamed = title.words.length > 1 || [...(before ?? []), ...(after ?? [])].some((piece) => byKey.has(piece));
      if (before && after && isNamed) return [...before, ...title.words, ...after];
    }
    return null;
  }

  /** Known words and at most one short code in the letters before or after a title; null if more is unknown. */
  private rest(text: string): string[] | null {
    if (text === '' || this.isKnown(text)) return text ? [text] : [];
    const whole = this.search(text);
    if (whole) return whole;
    for (let code = 1; code <= Math.min(LONGEST_GLUED, text.length - 1); code++) {
      const [head, tail] = [text.slice(0, -code), text.slice(text.length - code)];
      if (this.isKnown(head)) return [head, tail];
      const [first, last] = [text.slice(0, code), text.slice(code)];
      if (this.isKnown(last)) return [first, last];
    }
    return text.length <= LONGEST_GLUED ? [text] : null;
  }

  private isKnown(piece: string): boolean {
    return this.titleWords.has(piece) || (piece.length >= 3 && byKey.has(piece));
  }

  private search(key: string): string[] | null {
    // best[i]: fewest parts that cover key.slice(0, i), at least one of them a title's word
    const best: ({ count: number; from: number; piece: string; title: boolean } | null)[] = new Array(
      key.length + 1,
    ).fill(null);
    best[0] = { count: 0, from: 0, piece: '', title: false };
    for (let end = 1; end <= key.length; end++) {
      for (let from = 0; from < end; from++) {
        const before = best[from];
        if (!before) continue;
        const piece = key.slice(from, end);
        const title = this.titleWords.has(piece) && piece.length >= 2;
        const tail = end === key.length && from >= (piece === 'r' ? LONG_HEAD : 1) && TAILS.has(piece);
        if (!title && !tail && !(piece.length >= 3 && byKey.has(piece))) continue;
        const candidate = { count: before.count + 1, from, piece, title: before.title || (title && piece.length >= 3) };
        const current = best[end];
        if (
          !current ||
          (candidate.title && !current.title) ||
          (candidate.title === current.title && candidate.count < current.count)
        ) {
          best[end] = candidate;
        }
      }
    }
    if ((best[key.length]?.count ?? 0) < 2) return null;
    const pieces: string[] = [];
    for (let end = key.length; end > 0;) {
      const step = best[end];
      if (!step) return null;
      pieces.unshift(step.piece);
      end = step.from;
    }
    return best[key.length]?.title || pieces.every((piece) => piece.length >= 4) ? pieces : null;
  }
}
