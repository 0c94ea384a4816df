import { anyOf } from '../lexicon/words.js';
import type { SuggestProject } from '../types.js';
import type { BatchFile } from './batch-file.js';
import { type Habits, habitsOf, isTotal, isUsual } from './habits.js';
import { NameWords } from './name-words.js';
import { within } from './parts.js';
import type { Mark, NameReading, NumberMark, Revision } from './read.js';
import { numberOf } from './similarity.js';
import { SERIES } from './thresholds.js';
import { PART } from './title-words.js';
import { trackNumberOf } from './track-number.js';

/** A number written as track numbers are. */
export const PADDED = /^0\d$/;
/** 'Side A trk 1', 'Seite B - 02' */
const SIDE = new RegExp(
  `(?<!\\p{L})(?:${anyOf('side-label')}|${anyOf('tape-label')})[ _-]?(?<group>[a-h1-9])[ _,.-]+(?:${anyOf('item-label')})?[ _.-]?(?<position>\\d{1,2})(?!\\p{N})`,
  'iu',
);
/** '1A', '2B' */
const LETTER_BEHIND = /^(?<position>[1-9])(?<group>[A-D])(?![\p{L}\p{N}])/u;
/** 'No. 3' and '№ 3' at the beginning, 'Ember #3' and 'Ember 3 of 12' after the title; 'Ember#3' counts copies */
const LABELLED = new RegExp(
  `^(?:${anyOf('numero')})\\.? ?(?<front>\\d{1,2})(?!\\p{N})|(?:(?<![\\p{L}\\p{N}])#(?<behind>\\d{1,2})|(?<!\\p{N})(?<of>\\d{1,2}) of \\d{1,2}\\)?)$|^(?<first>\\d{1,2}) ?of ?\\d{1,2}(?!\\p{N})`,
  'iu',
);
/** 'Side B - Ember' of a single */
const SIDE_ALONE = new RegExp(
  `(?<!\\p{L})(?:${anyOf('side-label')})[ _-]?(?<group>[a-h])(?<position>)(?= [-–—] )`,
  'iu',
);
/** 'A1', also attached to a catalogue number: 'DRK042A1' */
const SIDE_LETTER = /(?<![\p{L}])(?<group>[A-H])[ _-]?(?<position>0?[1-9])(?![\p{L}\p{N}])/u;
/** Cues of a film, with reel and number: '1m01', '3M22b' */
const CUE =
  /(?<![\p{L}\p{N}])(?:r(?:eel)?[ _-]?)?(?<group>\d{1,2})m(?<position>\d{1,3})(?<letter>[a-z]?)(?![\p{L}\p{N}])/iu;
/** 'Disc 1 - 02' and 'Album (CD 1) - 02' */
const DISC = /(?<!\p{L})(?:disc|disk|cd|lp)[ _-]?(?<group>[1-9])[)\]]?[ _.-]+(?<position>\d{2})(?!\p{N})/iu;
const ROMAN = /^[IVX]+$/;

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
  // '1m1b' follows '1m1a'.
  const letter = (match.groups!.letter ?? '').toLowerCase();
  const position = Number(match.groups!.position || 1) + (letter ? (letter.charCodeAt(0) - 96) / 100 : 0);
  return { from, to, kind: 'side', group, position, text: match[0] };
}

function labelled({ name, tokens }: NameReading): NumberMark | null {
  const match = LABELLED.exec(name);
  if (!match) return null;
  const { front, first, behind, of } = match.groups!;
  const from = tokens.findIndex((token) => token.end > match.index);
  const to = tokens.findLastIndex((token) => token.start < match.index + match[0].length) + 1;
  const kind = front || first ? 'track' : 'trailing';
  return { from, to, kind, group: '', position: Number(front ?? first ?? behind ?? of), text: match[0] };
}

/** Digits that may count a track, with the words before them, separated by more than a space. */
function counters(reading: NameReading): { i: number; context: string }[] {
  const { name, tokens, marks, revisions } = reading;
  return tokens.flatMap((token, i) => {
    const before = tokens[i - 1];
    if (!token.digits || token.key.length > 3 || !before || PART.has(before.key)) return [];
    if (within([...marks, ...revisions], i)) return [];
    const apart = /[-_.]/.test(name.slice(before.end, token.start)) || PADDED.test(token.text);
    return apart ? [{ i, context: contextOf(reading, i) }] : [];
  });
}

function leadingRoman({ name: reading, skip }: BatchFile): { i: number; value: number } | null {
  const i = reading.tokens.findIndex((token, at) => at >= skip && ROMAN.test(token.text));
  const value = i < 0 ? null : numberOf(reading.tokens[i]!.key);
  return value === null ? null : { i, value };
}

/** Dates of two numbers, or of one and a month, which may also be a number and a title. */
const shortDates = ({ marks, tokens }: NameReading): Mark[] =>
  marks.filter(({ from, to, span }) => span.kind === 'date' && to - from === 2 && PADDED.test(tokens[from]!.text));

/** 'Track01_…', 'SEQ01_…', 'M01_…': letters with an attached number at the beginning. */
function gluedOf({ name, tokens }: NameReading): NumberMark | null {
  const match = /^(\p{L}{1,8})(\d{1,2})(?=[ _.-])/u.exec(name);
  if (!match || PART.has(match[1]!.toLowerCase())) return null;
  const to = tokens.findIndex(({ end }) => end >= match[0].length) + 1;
  return { from: 0, to, kind: 'leading', group: '', position: Number(match[2]), text: match[0] };
}

const collator = new Intl.Collator('en', { numeric: true });

const cueKey = (cue: NumberMark | null): string | null => cue && `${cue.group} ${cue.position}`;

/** 'M3 …' counts songs in Japan; elsewhere 'M2' after the title is the second master. */
const songOf = ({ name, skip }: BatchFile): Revision | null =>
  name.revisions.find(({ from, label }) => label === 'm' && (from === skip || from === skip - 1)) ?? null;

/** Where the names of a batch state the track. */
class Places {
  /** by reel and number: the rank of a film's cue; empty if there are no cues */
  private readonly cues: ReadonlyMap<string, number>;
  private readonly discsApart: boolean;
  private readonly sides: boolean;
  private readonly lettersBehind: boolean;
  private readonly single: boolean;
  private readonly labels: boolean;
  /** 'M1 …', 'M2 …' */
  private readonly songs: boolean;
  /** most names end with a number written as a track's, and fewer begin with one */
  private readonly trailing: boolean;
  /** numbers attached to the letters that all names begin with: 'Track01', 'SEQ01' */
  private readonly glued: boolean;
  /** the words before numbers outside dates */
  private readonly plain = new Map<string, Set<string>>();
  /** by leading number: the numbers that follow it */
  private readonly discs = new Map<string, Set<string>>();
  /** the words before numbers, with the numbers that follow them */
  private readonly contexts = new Map<string, Set<string>>();
  /** the words before Roman numerals that count from I on */
  private readonly romans = new Map<string, Set<number>>();

  constructor(files: readonly BatchFile[]) {
    const counted = (pattern: RegExp): number =>
      new Set(files.flatMap(({ name }) => pattern.exec(name.name)?.[0] ?? [])).size;
    const cues = new Set(files.flatMap(({ name }) => cueKey(structured(name, CUE, 'reel')) ?? []));
    this.cues = new Map(cues.size < 2 ? [] : [...cues].sort(collator.compare).map((key, i) => [key, i + 1]));
    this.discsApart = counted(DISC) >= 2;
    this.sides = counted(SIDE_LETTER) >= 2;
    this.single = counted(SIDE_ALONE) >= 2 && counted(SIDE) === 0;
    this.lettersBehind = counted(LETTER_BEHIND) >= SERIES.least;
    this.labels = counted(LABELLED) >= 2;
    this.songs = new Set(files.flatMap((each) => songOf(each)?.revision ?? [])).size >= 2;
    const ends = files.flatMap(({ name }) => {
      const last = trailing(name);
      return last && isLast(name, last) ? [last.text] : [];
    });
    const begins = files.filter(({ name }) =>
      name.numbers.some(({ kind, text }) => kind === 'leading' && PADDED.test(text)),
    );
    this.trailing =
      new Set(ends).size >= SERIES.least && ends.length >= SERIES.share * files.length && ends.length > begins.length;
    const labels = files.flatMap(({ name }) => gluedOf(name) ?? []);
    const letters = new Set(labels.map(({ text }) => text.replace(/\d+$/, '').toLowerCase()));
    const numbers = new Set(labels.map(({ position }) => position));
    this.glued = labels.length >= SERIES.share * files.length && letters.size === 1 && numbers.size >= SERIES.least;
    for (const file of files) {
      const inCode = (i: number): boolean =>
        file.name.marks.some(({ from, to, span }) => span.kind !== 'date' && i >= from && i < to);
      const first = file.name.tokens.findIndex(({ digits, key }, i) => digits && key.length <= 3 && !inCode(i));
      if (first >= 0 && !shortDates(file.name).some(({ from }) => from === first)) {
        const context = contextOf(file.name, first);
        this.plain.set(context, (this.plain.get(context) ?? new Set()).add(file.name.tokens[first]!.key));
      }
      for (const [, disc, position] of file.name.name.matchAll(/(?<!\p{N})(0\d)[ _-](\d{2})(?!\p{N})/gu))
        this.discs.set(disc!, (this.discs.get(disc!) ?? new Set()).add(position!));
      for (const { i, context } of counters(file.name))
        this.contexts.set(context, (this.contexts.get(context) ?? new Set()).add(file.name.tokens[i]!.key));
      const roman = leadingRoman(file);
      if (!roman) continue;
      const context = contextOf(file.name, roman.i);
      this.romans.set(context, (this.romans.get(context) ?? new Set()).add(roman.value));
    }
  }

  /** '02_22' beside other names with '01_1979' and '03_Ember' is not a date. */
  misreadDate({ name }: BatchFile): Mark | null {
    const found = shortDates(name).find(({ from }) => (this.plain.get(contextOf(name, from))?.size ?? 0) >= 2);
    return found ?? null;
  }

  of(each: BatchFile, words: NameWords): NumberMark | null {
    const { name } = each;
    const glued = this.glued ? gluedOf(name) : null;
    if (glued) return glued;
    const misread = this.misreadDate(each);
    if (misread) {
      const { key, text } = name.tokens[misread.from]!;
      return { from: misread.from, to: misread.from + 1, kind: 'leading', group: '', position: Number(key), text };
    }
    const cue = structured(name, CUE, 'reel');
    const rank = this.cues.get(cueKey(cue) ?? '');
    if (cue && rank) return { ...cue, kind: 'disc', group: 'cue', position: rank };
    const disc = this.discsApart ? structured(name, DISC, 'disc') : null;
    if (disc) return { ...disc, kind: 'disc' };
    const side = structured(name, SIDE, 'side') ?? (this.sides ? this.sideIn(each, words) : null);
    if (side) return side;
    const alone = this.single ? structured(name, SIDE_ALONE, 'side') : null;
    if (alone && words.namesSong(alone.to)) return alone;
    const letter = this.lettersBehind ? structured(name, LETTER_BEHIND, 'side') : null;
    if (letter) return letter;
    const label = this.labels ? labelled(name) : null;
    if (label) return label;
    const last = this.trailing ? trailing(name) : null;
    if (last) return last;
    const structuredOrPlain = trackNumberOf(each, -1);
    // 'D 911' in '01 Gute Nacht, D 911' is not a place on a disc.
    const first = name.numbers.find(({ kind, text }) => kind === 'leading' && PADDED.test(text));
    const mark = first && structuredOrPlain && structuredOrPlain.from > first.from ? first : structuredOrPlain;
    const row = mark !== null && this.isRow(contextOf(name, mark.from));
    const catalogued = name.marks.some(
      ({ from, to, span }) => span.kind === 'catalogue' && mark && from < mark.to && to > mark.from,
    );
    // '1 kHz'
    const spoken = name.words.some(({ from, to }) => mark && to > mark.to && from <= mark.from);
    if (mark && !isTotal(name, mark.to) && !spoken && (row || !catalogued))
      return row && mark.group === '' ? { ...mark, kind: 'track' } : mark;
    const revision = this.songs ? songOf(each) : null;
    if (revision)
      return { ...revision, kind: 'leading', group: '', position: revision.revision, text: `M${revision.revision}` };
    return (
      this.behindPrefix(each, words) ?? this.inContext(each, words) ?? this.roman(each, words) ?? inside(name, words)
    );
  }

  /** 'A1' before the title. */
  private sideIn(each: BatchFile, words: NameWords): NumberMark | null {
    const mark = structured(each.name, SIDE_LETTER, 'side');
    if (!mark) return null;
    const { tokens } = each.name;
    const ahead = tokens.slice(0, mark.from).every((_, i) => each.explained[i] === 1 || words.isBehind(i));
    if (ahead) return mark;
    // 'Ember (A1)', 'Wick - B2'
    const alone = tokens[mark.from]!.bracket > 0 || words.isDash(mark.from);
    const last = tokens.every((_, i) => i < mark.to || words.isBehind(i));
    return alone && last ? { ...mark, kind: 'trailing' } : null;
  }

  /** After artist, album and format, but before the title. */
  private behindPrefix({ name }: BatchFile, words: NameWords): NumberMark | null {
    const at = name.tokens.findIndex((_, i) => !words.isBehind(i));
    const inner = name.numbers.find(({ from, text }) => from === at && /^\d{2,3}$/.test(text));
    const next = name.numbers.find(({ from, text }) => from === inner?.to && /^\d{2,3}$/.test(text));
    if (inner && next && (this.discs.get(inner.text)?.size ?? 0) >= 2)
      return { ...next, from: inner.from, kind: 'disc', group: `disc ${inner.position}` };
    return inner && words.namesSong(inner.to) ? inner : null;
  }

  /** After the words that precede other numbers in other names. */
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
    return context !== '' && (this.contexts.get(context)?.size ?? 0) >= SERIES.least;
  }

  /** A series of movements. */
  private roman(each: BatchFile, words: NameWords): NumberMark | null {
    const found = leadingRoman(each);
    if (!found) return null;
    const row = this.romans.get(contextOf(each.name, found.i));
    if (!row || row.size < SERIES.least || !row.has(1)) return null;
    // The numeral of 'II - Ember' counts, that of 'II. Adagio' is part of the title.
    const { tokens, name } = each.name;
    const after = name.slice(tokens[found.i]!.end, tokens[found.i + 1]?.start);
    const counts = words.isDash(found.i + 1) ? found.i <= each.skip : found.i === 0 && /^[_)\]]/.test(after);
    const to = counts ? found.i + 1 : found.i;
    return { from: found.i, to, kind: 'track', group: '', position: found.value, text: tokens[found.i]!.text };
  }
}

/** Reads in every name where it states its track. @returns the habits of the batch, and the words of its names */
export function readPlaces(
  project: SuggestProject,
  files: readonly BatchFile[],
): { habits: Habits; nameWords: NameWords[] } {
  const habits = habitsOf(project, files);
  const places = new Places(files);
  const nameWords = files.map((each) => new NameWords(each.name, isUsual(habits, each), places.misreadDate(each)));
  // `trackNumberOf` reads the places that are known, and these do not depend on each other.
  const found = files.map((each, i) => places.of(each, nameWords[i]!));
  files.forEach((each, i) => {
    each.place = found[i]!;
    nameWords[i]!.counted = each.place?.to ?? 0;
  });
  return { habits, nameWords };
}

/** 'Orla Vance & Moth - 04 - Ember' has its number in the middle. */
function inside(name: NameReading, words: NameWords): NumberMark | null {
  const mark = trailing(name);
  const amid = mark && words.isDash(mark.from) && words.isDash(mark.to) && words.namesSong(mark.to);
  return mark && (amid ? { ...mark, kind: 'leading' } : mark);
}

const trailing = (name: NameReading): NumberMark | null =>
  name.numbers.findLast(({ kind, text }) => (kind === 'trailing' || kind === 'inner') && PADDED.test(text)) ?? null;

/** Only formats, revisions and words of versions follow. */
const isLast = ({ tokens, marks, words, revisions }: NameReading, { to }: NumberMark): boolean =>
  tokens.every((_, i) => i < to || within([...marks, ...words, ...revisions], i));
