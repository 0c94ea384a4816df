import { trackNumberOf } from '../batch/numbering.js';
import type { BatchFile } from '../batch/types.js';
import type { NameReading, NumberMark } from '../names/read.js';
import { numberOf } from '../names/similarity.js';
import { isTotal } from './habits.js';
import { type NameWords, PART } from './name-words.js';

/** A number that is written as track numbers are. */
export const PADDED = /^0\d$/;
/** 'Side A trk 1', 'Seite B - 02' */
const SIDE =
  /(?<!\p{L})(?:side|seite|face|lado|cara|lato|kant|sida|strona)[ _-]?(?<group>[a-h])[ _,.-]+(?:track|trk|tr|t|no)?[ _.-]?(?<position>\d{1,2})(?!\p{N})/iu;
/** 'A1', also glued to a catalogue number: 'DRK042A1' */
const SIDE_LETTER = /(?<![\p{L}])(?<group>[A-H])[ _-]?(?<position>0?[1-9])(?![\p{L}\p{N}])/u;
/** Cues of a film, reel and number: '1m01', '3M22b' */
const CUE = /(?<![\p{L}\p{N}])(?<group>\d{1,2})m(?<position>\d{1,3})[a-z]?(?![\p{L}\p{N}])/iu;
const ROMAN = /^[IVX]+$/;
/** As many counted names make a row. */
const ROW = 3;

const contextOf = ({ tokens }: NameReading, i: number): string =>
  tokens
    .slice(0, i)
    .map(({ key }) => key)
    .join(' ');

/** The mark of a pattern with a group and a position, over the tokens that it covers. */
function structured({ name, tokens, marks }: NameReading, pattern: RegExp, kind: string): NumberMark | null {
  const match = pattern.exec(name);
  if (!match) return null;
  const [start, end] = [match.index, match.index + match[0].length];
  const from = tokens.findIndex((token) => token.end > start);
  const to = tokens.findLastIndex((token) => token.start < end) + 1;
  // 'Side A 24-96'
  if (marks.some((mark) => mark.span.kind === 'format' && mark.from < to && mark.to > from)) return null;
  const group = `${kind} ${match.groups!.group!.toUpperCase()}`;
  return { from, to, kind: 'side', group, position: Number(match.groups!.position), text: match[0] };
}

/** Digits that may count a track, with what stands before them, set apart by more than a space. */
function counters(reading: NameReading): { i: number; context: string }[] {
  const { name, tokens, marks, revisions } = reading;
  return tokens.flatMap((token, i) => {
    const before = tokens[i - 1];
    if (!token.digits || token.key.length > 3 || !before || PART.test(before.key)) return [];
    if ([...marks, ...revisions].some(({ from, to }) => i >= from && i < to)) return [];
    const apart = /[-_.]/.test(name.slice(before.end, token.start)) || PADDED.test(token.text);
    return apart ? [{ i, context: contextOf(reading, i) }] : [];
  });
}

function leadingRoman({ name: reading, skip }: BatchFile): { i: number; value: number } | null {
  const i = reading.tokens.findIndex((token, at) => at >= skip && ROMAN.test(token.text));
  const value = i < 0 ? null : numberOf(reading.tokens[i]!.key);
  return value === null ? null : { i, value };
}

/** Where the names of a batch say which track they are. */
export class Places {
  private readonly cues: boolean;
  private readonly sides: boolean;
  /** what stands before numbers, with the numbers that follow it */
  private readonly contexts = new Map<string, Set<string>>();
  /** what stands before Roman numerals that count from I on */
  private readonly romans = new Map<string, Set<number>>();

  constructor(files: readonly BatchFile[]) {
    const counted = (pattern: RegExp): number =>
      new Set(files.flatMap(({ name }) => pattern.exec(name.name)?.[0] ?? [])).size;
    this.cues = counted(CUE) >= 2;
    this.sides = counted(SIDE_LETTER) >= 2;
    for (const file of files) {
      for (const { i, context } of counters(file.name))
        this.contexts.set(context, (this.contexts.get(context) ?? new Set()).add(file.name.tokens[i]!.key));
      const roman = leadingRoman(file);
      if (!roman) continue;
      const context = contextOf(file.name, roman.i);
      this.romans.set(context, (this.romans.get(context) ?? new Set()).add(roman.value));
    }
  }

  of(each: BatchFile, words: NameWords): NumberMark | null {
    const { name, skip } = each;
    const cue = this.cues ? structured(name, CUE, 'reel') : null;
    if (cue) return cue;
    const side = structured(name, SIDE, 'side') ?? (this.sides ? this.sideIn(each, words) : null);
    if (side) return side;
    const mark = trackNumberOf(each, -1);
    const row = mark !== null && this.isRow(contextOf(name, mark.from));
    const catalogued = name.marks.some(
      ({ from, to, span }) => span.kind === 'catalogue' && mark && from < mark.to && to > mark.from,
    );
    // '1 kHz'
    const spoken = name.words.some(({ from, to }) => mark && to > mark.to && from <= mark.from);
    if (mark && !isTotal(name, mark.to) && !spoken && (row || !catalogued))
      return row && mark.group === '' ? { ...mark, kind: 'track' } : mark;
    // 'M3 …' counts songs in Japan; elsewhere 'M2' behind the title is the second master
    const revision = name.revisions.find(({ from, label }) => from === skip && label === 'm');
    if (revision) return { ...revision, kind: 'leading', group: '', position: revision.revision, text: '' };
    return this.behindPrefix(each, words) ?? this.inContext(each, words) ?? this.roman(each) ?? trailing(name);
  }

  /** 'A1' before the title. */
  private sideIn(each: BatchFile, words: NameWords): NumberMark | null {
    const mark = structured(each.name, SIDE_LETTER, 'side');
    if (!mark) return null;
    const ahead = each.name.tokens.slice(0, mark.from).every((_, i) => each.explained[i] === 1 || words.isBehind(i));
    return ahead ? mark : null;
  }

  /** Behind artist, album and format, but before the title. */
  private behindPrefix({ name }: BatchFile, words: NameWords): NumberMark | null {
    const at = name.tokens.findIndex((_, i) => !words.isBehind(i));
    const inner = name.numbers.find(({ from, text }) => from === at && /^\d{2,3}$/.test(text));
    const next = name.numbers.find(({ from, text }) => from === inner?.to && /^\d{2,3}$/.test(text));
    if (inner && next && PADDED.test(inner.text))
      return { ...next, from: inner.from, kind: 'disc', group: `disc ${inner.position}` };
    return inner && words.namesSong(inner.to) ? inner : null;
  }

  /** Behind what other names have before other numbers. */
  private inContext({ name }: BatchFile, words: NameWords): NumberMark | null {
    const sizeOf = (context: string): number => this.contexts.get(context)?.size ?? 0;
    const found = counters(name)
      .filter(({ i, context }) => sizeOf(context) >= 2 && words.namesSong(i + 1))
      .sort((a, b) => sizeOf(b.context) - sizeOf(a.context) || a.i - b.i)[0];
    if (!found) return null;
    const { key, text } = name.tokens[found.i]!;
    const kind = this.isRow(found.context) ? 'track' : 'leading';
    return { from: found.i, to: found.i + 1, kind, group: '', position: Number(key), text };
  }

  private isRow(context: string): boolean {
    return context !== '' && (this.contexts.get(context)?.size ?? 0) >= ROW;
  }

  /** A row of movements; the numeral stays in the title. */
  private roman(each: BatchFile): NumberMark | null {
    const found = leadingRoman(each);
    if (!found) return null;
    const row = this.romans.get(contextOf(each.name, found.i));
    if (!row || row.size < ROW || !row.has(1)) return null;
    return { from: found.i, to: found.i, kind: 'track', group: '', position: found.value, text: '' };
  }
}

const trailing = (name: NameReading): NumberMark | null =>
  name.numbers.findLast(({ kind, text }) => (kind === 'trailing' || kind === 'inner') && PADDED.test(text)) ?? null;
