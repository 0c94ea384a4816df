import { wordsOf } from '../lexicon/words.js';
import type { NameWords } from './name-words.js';
import type { Part } from './parts.js';
import type { NameReading } from './read.js';
import { COLON, SLASH } from './title-words.js';

const LOWER_CASE = wordsOf('lower-case');
const LOST = new Map([
  [COLON, ': '],
  [SLASH, ' / '],
]);
const PAIRS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['（', '）'],
];

/**
 * A name in small letters or capitals throughout follows a habit of file names; in titles, words begin with a capital.
 */
function capitalised(text: string): string {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return text;
  if (text === text.toUpperCase() && text.replace(/[^\p{L}]/gu, '').length <= 3) return text;
  let first = true;
  return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word) => {
    const lower = word.toLowerCase();
    const keep = /^[ivx]{2,4}$/.test(lower);
    const written = keep
      ? lower.toUpperCase()
      : !first && LOWER_CASE.has(lower)
        ? lower
        : lower.charAt(0).toUpperCase() + lower.slice(1);
    first = false;
    return written;
  });
}

/** Tokens of one stretch, with words separated and brackets closed. A stretch may be empty. */
function written({ name, tokens }: NameReading, { from, to }: Part): string {
  if (from >= to) return '';
  let text = '';
  for (let i = from; i < to; i++) {
    const token = tokens[i]!;
    const before = i > from ? tokens[i - 1]! : null;
    const between = before ? name.slice(before.end, token.start) : '';
    // Letters and digits of one word stay together; words in camel case are separated.
    const apart = between === '' && /\p{Lu}/u.test(token.text[0] ?? '') && /\p{Ll}$/u.test(before?.text ?? '');
    text += (apart ? ' ' : (LOST.get(between) ?? between.replace(/[_+]/g, ' '))) + token.text;
  }
  if (!/\s/.test(text)) text = text.replace(/[-.](?=\p{L})/gu, ' ');
  const [first, last] = [tokens[from]!, tokens[to - 1]!];
  if (first.bracket > 0 && last.bracket !== first.bracket) text = `(${text}`;
  for (const [open, close] of PAIRS) {
    if (text.includes(open) && !text.includes(close)) text += close;
    if (text.includes(close) && !text.includes(open)) text = text.replace(close, '');
  }
  return text.replace(/\s+/g, ' ').replace(/^[\s\-–—.,]+|[\s\-–—,]+$/g, '');
}

/** Stretches of a name written as a title: words separated, in title case, with round brackets. */
export function cleanTitle(words: NameWords, parts: readonly Part[]): string {
  const texts = parts.map((part, at) => {
    const text = written(words.reading, part);
    if (at > 0 && (words.reading.tokens[part.from]?.bracket ?? 0) > 0) return `(${text})`;
    return at > 0 && words.isDash(part.from) ? `- ${text}` : text;
  });
  return capitalised(texts.join(' '));
}
