import { fold } from '../lexicon/fold.js';
import { type WordClass, wordsOf } from '../lexicon/words.js';
import type { DateReading } from './dates.js';
import { repairName, withoutExtension } from './file-name.js';
import { isKnownWord, isSpeltApart, meaningOf, type Segmenter } from './lexicon.js';
import { within } from './parts.js';
import { findSpans, type Span } from './patterns.js';
import { type Token, tokenize } from './tokens.js';

/** Tokens `from` to `to` (exclusive) about version, format or use. */
export interface WordMark {
  from: number;
  to: number;
  wordClass: WordClass;
  strength: number;
  text: string;
}

/** Tokens `from` to `to` (exclusive) whose form gives them a meaning. */
export type Mark = { from: number; to: number; span: Span };

export type NumberKind = 'leading' | 'track' | 'side' | 'disc' | 'inner' | 'trailing';

/**
 * A number that may be a track's. `group` is its numbering: '' for the project's own, else 'side A', 'disc 2', or
 * 'hundred 2' from 201 on.
 */
export interface NumberMark {
  from: number;
  to: number;
  kind: NumberKind;
  group: string;
  position: number;
  text: string;
}

export interface Revision {
  from: number;
  to: number;
  label: string;
  /** 'v2.1' is 2.01, 'rev B' is 2 */
  revision: number;
}

/**
 * A name split into its parts. Kinds may overlap: whether '22' is a title or a number is decided when the batch is
 * read.
 */
export interface NameReading {
  name: string;
  tokens: Token[];
  marks: Mark[];
  words: WordMark[];
  numbers: NumberMark[];
  revisions: Revision[];
  isrc: string | null;
  rateHz: number | null;
  bitDepth: number | null;
  /** possible readings of its first date, the likeliest first */
  dates: DateReading[];
  copy: boolean;
}

const REVISION_LABELS = wordsOf('revision-label');
const TRACK_LABELS = wordsOf('track-label');
const PART_LABELS = wordsOf('part-label');
const MAX_PHRASE = 5;
/** Names that are longer than file systems allow are not read to the end. */
const MAX_LENGTH = 300;

/**
 * Undoes a split inside a word at a change from capitals to small letters: 'FINALfinal' was split into 'FINA' and
 * 'Lfinal'.
 */
function mendCapitals(name: string, tokens: Token[]): Token[] {
  const mended: Token[] = [];
  for (const token of tokens) {
    const before = mended.at(-1);
    const boundary = before && token.glued && /^\p{Lu}{2,}$/u.test(before.text) && /^\p{Lu}\p{Ll}+$/u.test(token.text);
    if (
      before &&
      boundary &&
      !isKnownWord(before.key) &&
      isKnownWord(before.key + token.key.slice(0, 1)) &&
      isKnownWord(token.key.slice(1))
    ) {
      const cut = token.start + 1;
      mended.pop();
      const head = before.key + token.key.slice(0, 1);
      mended.push({ ...before, key: head, word: head, text: name.slice(before.start, cut), end: cut });
      mended.push({
        ...token,
        key: token.key.slice(1),
        word: token.key.slice(1),
        text: name.slice(cut, token.end),
        start: cut,
      });
    } else mended.push(token);
  }
  return mended;
}

/** For each letter of the text, where it begins in the key; null if letters do not fold one by one. */
function lettersIn(text: string, key: string): Map<number, number> | null {
  const starts = new Map([[0, 0]]);
  let folded = 0;
  let at = 0;
  for (const letter of text) {
    folded += fold(letter).length;
    at += letter.length;
    starts.set(folded, at);
  }
  return folded === key.length ? starts : null;
}

function cutJoinedWords(tokens: Token[], segmenter: Segmenter | null): Token[] {
  if (!segmenter) return tokens;
  return tokens.flatMap((token) => {
    const pieces = token.digits ? null : segmenter.pieces(token.key);
    const starts = pieces && lettersIn(token.text, token.key);
    if (!starts) return [token];
    const ends = pieces.map((_, i) => starts.get(pieces.slice(0, i + 1).join('').length));
    // A split within a letter that folds to two ('щ').
    if (ends.includes(undefined)) return [token];
    return pieces.map((piece, i) => {
      const [from, to] = [ends[i - 1] ?? 0, ends[i]!];
      const [start, end] = [token.start + from, token.start + to];
      return {
        ...token,
        text: token.text.slice(from, to),
        key: piece,
        word: piece,
        start,
        end,
        glued: i > 0 || token.glued,
      };
    });
  });
}

function tokensOf(span: Span, tokens: Token[]): { from: number; to: number } | null {
  const from = tokens.findIndex((token) => token.end > span.start && token.start < span.end);
  if (from < 0) return null;
  let to = from;
  while (to < tokens.length && (tokens[to]?.start ?? Infinity) < span.end) to++;
  return { from, to };
}

/**
 * Marks for the words, by the longest known phrase at each place. Tokens marked in `skip` (a title, an artist) are not
 * read, and phrases do not extend across them.
 */
export function readWords(name: string, tokens: readonly Token[], skip: Uint8Array | null = null): WordMark[] {
  const marks: WordMark[] = [];
  for (let from = 0; from < tokens.length; from++) {
    let key = '';
    let initials = true;
    for (let to = from + 1; to <= Math.min(tokens.length, from + MAX_PHRASE); to++) {
      const last = tokens[to - 1];
      if (!last || skip?.[to - 1] || last.bracket !== tokens[from]?.bracket) break;
      key += last.word;
      initials &&= last.key.length === 1 && !(to > from + 1 && last.glued);
      // '5.1' has a meaning, '51' and '5 1' have none.
      const isPointed = to === from + 2 && name.slice(tokens[from]!.end, last.start) === '.' && isSpeltApart(key);
      if ((/^\d+$/.test(key) && !isPointed) || (initials && to > from + 1 && !isSpeltApart(key))) continue;
      const meaning = meaningOf(key, to - from);
      if (meaning) marks.push({ from, to, ...meaning, text: name.slice(tokens[from]?.start, last.end) });
    }
  }
  // The longest reading of a stretch wins.
  marks.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  const kept: WordMark[] = [];
  for (const mark of marks) {
    if (kept.some((other) => mark.from < other.to && mark.to > other.from)) continue;
    const isLacked =
      LACKED.has(mark.wordClass) && NEGATIONS.has(tokens[mark.from - 1]?.key ?? '') && !skip?.[mark.from - 1];
    kept.push(isLacked ? { ...mark, from: mark.from - 1, wordClass: 'filler' } : mark);
  }
  return kept.sort((a, b) => a.from - b.from);
}

const NEGATIONS = wordsOf('negation');
/** Parts that a file may lack without being another version: 'no count-in', 'sans click'. */
const LACKED = new Set<WordClass>(['tone', 'spoken']);

const LETTER_LABELS = wordsOf('letter-label');

function revisionsOf(name: string, tokens: Token[], taken: (index: number) => boolean, skip: number): Revision[] {
  const found: Revision[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    // In 'Halden Mastering - 01 Salt', 'Mastering' is part of a name.
    if (!before || taken(i) || (i <= skip && !token.glued)) return;
    if (LETTER_LABELS.has(before.key) && /^[a-h]$/.test(token.key)) {
      found.push({ from: i - 1, to: i + 1, label: before.key, revision: token.key.charCodeAt(0) - 96 });
      return;
    }
    if (!token.digits || token.key.length > 2 || !REVISION_LABELS.has(before.key)) return;
    const after = tokens[i + 1];
    const part =
      after?.digits && after.key.length <= 2 && !taken(i + 1) && name.slice(token.end, after.start) === '.'
        ? after
        : null;
    // 'mst3b' follows 'mst3'.
    const letter = after?.glued && /^[a-h]$/.test(after.key) && !taken(i + 1) ? after : null;
    const minor = part ? Number(part.key) / 100 : letter ? (letter.key.charCodeAt(0) - 96) / 100 : 0;
    found.push({ from: i - 1, to: minor > 0 ? i + 2 : i + 1, label: before.key, revision: Number(token.key) + minor });
  });
  return found;
}

function numbersOf(
  tokens: Token[],
  marks: Mark[],
  taken: (index: number) => boolean,
  revisions: Revision[],
  skip: number,
): NumberMark[] {
  const numbers: NumberMark[] = [];
  for (const { from, to, span } of marks) {
    const text = tokens
      .slice(from, to)
      .map((token) => token.text)
      .join('');
    const of = { from, to, position: 'position' in span ? span.position : 0 };
    if (span.kind === 'side' && from === skip)
      numbers.push({ ...of, kind: 'side', group: `side ${span.side}`, text: `${span.side}${span.position}` });
    if (span.kind === 'disc') numbers.push({ ...of, kind: 'disc', group: `disc ${span.disc}`, text });
  }
  const last = tokens.length - 1;
  tokens.forEach((token, i) => {
    if (!token.digits || token.key.length > 3 || taken(i)) return;
    const before = tokens[i - 1];
    const position = Number(token.key);
    const base = { from: i, to: i + 1, group: '', position, text: token.text };
    if (before && TRACK_LABELS.has(before.key))
      numbers.push({ ...base, from: i - 1, kind: 'track', text: `${before.text}${token.text}` });
    else if (within(revisions, i)) return;
    else if (before && PART_LABELS.has(before.key)) return;
    else if (i === skip) {
      const hundreds = token.key.length === 3 && position > 100 && position % 100 > 0 && position % 100 <= 40;
      numbers.push(
        hundreds
          ? { ...base, kind: 'disc', group: `hundred ${Math.floor(position / 100)}`, position: position % 100 }
          : { ...base, kind: 'leading' },
      );
    } else numbers.push({ ...base, kind: i === last ? 'trailing' : 'inner' });
  });
  return numbers;
}

/**
 * 'Side A' contains all songs of a side, and 'CD' is a format. 'Side A1' and 'CD2-03' are positions in the order of
 * songs; so may be 'CD16', which may also state the bit depth.
 */
export const isPlace = (name: string, { kind, start, end }: Span): boolean =>
  kind === 'side' || (kind === 'disc' && /\d\D+\d|\d0\d$/.test(name.slice(start, end)));

/**
 * Reads one name (file or folder, with or without extension). `segmenter` splits words written together. The first
 * `skip` tokens are a prefix that the whole batch has; numbering starts after it.
 */
export function readName(original: string, segmenter: Segmenter | null = null, skip = 0): NameReading {
  const name = withoutExtension(repairName(original)).slice(0, MAX_LENGTH);
  const tokens = cutJoinedWords(mendCapitals(name, tokenize(name)), segmenter);
  const marks = findSpans(name).flatMap((span) => {
    const range = tokensOf(span, tokens);
    return range ? [{ ...range, span }] : [];
  });
  const spans = marks.map((mark) => mark.span);
  const taken = (index: number): boolean =>
    marks.some(
      ({ from, to, span }) => index >= from && index < to && span.kind !== 'catalogue' && span.kind !== 'seconds',
    );
  const revisions = revisionsOf(name, tokens, taken, skip);
  const first = <K extends Span['kind']>(kind: K): Extract<Span, { kind: K }> | undefined =>
    spans.find((span): span is Extract<Span, { kind: K }> => span.kind === kind);
  const formats = spans.filter((span) => span.kind === 'format');
  return {
    name,
    tokens,
    marks,
    words: readWords(name, tokens).filter(
      (word) => !marks.some(({ from, to, span }) => isPlace(name, span) && word.from >= from && word.to <= to),
    ),
    numbers: numbersOf(tokens, marks, taken, revisions, skip),
    revisions,
    isrc: first('isrc')?.isrc ?? null,
    rateHz: formats.find((span) => span.rateHz !== null)?.rateHz ?? null,
    bitDepth: formats.find((span) => span.bitDepth !== null)?.bitDepth ?? null,
    dates: first('date')?.readings ?? [],
    copy: spans.some((span) => span.kind === 'copy'),
  };
}
