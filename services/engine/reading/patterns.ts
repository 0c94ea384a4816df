import { anyOf } from '../lexicon/words.js';
import { type DateReading, DATES } from './dates.js';

/** A stretch of a name whose form alone gives it a meaning. Offsets are those of the repaired name. */
export type Span = { start: number; end: number } & (
  | { kind: 'isrc'; isrc: string }
  | { kind: 'partialIsrc'; prefix: string }
  | { kind: 'date'; readings: DateReading[] }
  | { kind: 'format'; rateHz: number | null; bitDepth: number | null }
  | { kind: 'level' }
  | { kind: 'tempo' }
  | { kind: 'musicalKey' }
  | { kind: 'copy' }
  | { kind: 'side'; side: string; position: number }
  | { kind: 'disc'; disc: number; position: number }
  | { kind: 'catalogue'; text: string }
  | { kind: 'seconds' }
  | { kind: 'hash' }
  | { kind: 'barcode' }
);

const RATES: Record<string, number> = {
  '32': 32000,
  '44': 44100,
  '44.1': 44100,
  '441': 44100,
  '44100': 44100,
  '48': 48000,
  '48000': 48000,
  '88': 88200,
  '88.2': 88200,
  '882': 88200,
  '88200': 88200,
  '96': 96000,
  '96000': 96000,
  '176': 176400,
  '176.4': 176400,
  '1764': 176400,
  '176400': 176400,
  '192': 192000,
  '192000': 192000,
  '352.8': 352800,
  '384': 384000,
};
const RATE =
  '(?:44[._]1|441(?:00)?|44|48(?:000)?|88[._]2|882(?:00)?|88|96(?:000)?|176[._]4|1764(?:00)?|176|192(?:000)?|384)';
const DEPTH = '(?:16|24|32)';
/** Not in the middle of a longer number. */
const BEFORE = '(?<![\\p{N}])(?<!\\p{N}[.,])';
const AFTER = '(?![\\p{N}])(?![.,]\\p{N})';
const JOIN = '[ ._\\-/x]?';
const K = '(?: ?k(?:hz)?| ?hz)';
const B = '(?: ?-?b(?:it)?s?(?![a-z]))';

const rateHz = (text: string): number | null => RATES[text.replace('_', '.')] ?? null;

interface Rule {
  pattern: RegExp;
  read: (groups: Record<string, string | undefined>, at: number) => DistributiveSpan | null;
}
type DistributiveSpan = Span extends infer S ? (S extends Span ? Omit<S, 'start' | 'end'> : never) : never;

const rule = (source: string, read: Rule['read']): Rule => ({ pattern: new RegExp(source, 'giu'), read });
const format = (rate: string | undefined, depth: string | undefined): DistributiveSpan => ({
  kind: 'format',
  rateHz: rate === undefined ? null : rateHz(rate),
  bitDepth: depth === undefined ? null : Number(depth),
});

const EDGE = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
/** Letters and digits alternate at least twice, which they do not in words followed by a number ('facade2'). */
const isHash = (text: string): boolean => (text.match(/\d(?=[a-f])|[a-f](?=\d)/gi) ?? []).length >= 2;

/** The most specific first: a later rule does not read what an earlier one has read. */
const RULES: Rule[] = [
  rule(
    `(?<![A-Z0-9])(?<cc>[A-Z]{2})[- ]?(?<reg>[A-Z0-9]{3})[- ]?(?<year>\\d{2})[- ]?(?<id>\\d{5})(?![A-Z]{0,4}[0-9]|[A-Z]{5})`,
    (g) => ({
      kind: 'isrc',
      isrc: `${g.cc}${g.reg}${g.year}${g.id}`.toUpperCase(),
    }),
  ),
  rule(`(?<![A-Z0-9])(?<text>[A-Z]{2}[A-Z0-9]*\\d[A-Z0-9]*\\d{4,8})(?![A-Z0-9])`, (g) =>
    (g.text ?? '').length >= 9 && (g.text ?? '').length < 12
      ? { kind: 'partialIsrc', prefix: (g.text ?? '').toUpperCase() }
      : null,
  ),
  rule(`${EDGE}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}${END}`, () => ({ kind: 'hash' })),
  rule(`${EDGE}(?<text>[0-9a-f]{6,64})${END}`, (g) => (isHash(g.text ?? '') ? { kind: 'hash' } : null)),
  // The form that distributors ask for: barcode, disc, track.
  rule(`${BEFORE}\\d{12,14}_(?<disc>\\d{1,2})_(?<n>\\d{1,3})${AFTER}`, (g) => ({
    kind: 'disc',
    disc: Number(g.disc),
    position: Number(g.n),
  })),
  rule(`^\\d{12,14}(?=[ _-])`, () => ({ kind: 'barcode' })),
  ...DATES.map(([source, readings]) =>
    rule(source, (g) => (readings(g).length > 0 ? { kind: 'date', readings: readings(g) } : null)),
  ),
  // 24bit96kHz, 96k24b, 24-96, 2496, 44.1-16, 16.44.1, 48k/24
  rule(`${BEFORE}(?<depth>${DEPTH})${B}?(?:${JOIN}| - |, )(?<rate>${RATE})${K}?${AFTER}`, (g) =>
    format(g.rate, g.depth),
  ),
  rule(`${BEFORE}(?<rate>${RATE})${K}?(?:${JOIN}| - |, )(?<depth>${DEPTH})${B}?${AFTER}(?!k)`, (g) =>
    format(g.rate, g.depth),
  ),
  rule(`${BEFORE}(?<rate>${RATE})${K}(?![a-z])`, (g) => format(g.rate, undefined)),
  rule(`${BEFORE}(?<rate>44\\.1|44100|48000|88\\.2|88200|96000|176\\.4|192000)${AFTER}`, (g) =>
    format(g.rate, undefined),
  ),
  rule(`${BEFORE}32[ -]?(?:bit[ -]?)?(?:f|fp|flt|float)(?![a-z])`, () => format(undefined, '32')),
  rule(`${BEFORE}(?<depth>${DEPTH})[ -]?(?:b|bits?)(?![a-z])`, (g) => format(undefined, g.depth)),
  rule(`[-+]?${BEFORE}\\d{1,2}(?:[.,]\\d)? ?(?:lufs|lkfs|dbtp|dbfs|db)(?![a-z])`, () => ({ kind: 'level' })),
  // Louder or softer by this much: '+0.5', '-1.5', '-14' at the end.
  rule(`(?<=[ _])(?:\\+\\d{1,2}|[-+]\\d{1,2}[.,]\\d|-[1-9]\\d?(?=$|[)\\]]))${AFTER}(?![\\p{L}])`, () => ({
    kind: 'level',
  })),
  rule(`${BEFORE}\\d{2,3}(?:\\.\\d)?[ _-]?bpm|bpm[ _-]?\\d{2,3}${AFTER}`, () => ({ kind: 'tempo' })),
  rule(`${EDGE}[A-G](?:#|b|♯|♭|sharp|flat)?[ _-]?(?:maj|min|major|minor|m)${END}`, () => ({ kind: 'musicalKey' })),
  rule(`${BEFORE}(?:15|20|30|45|60|90) ?(?:s|sec|secs|second|seconds)(?![a-z])`, () => ({ kind: 'seconds' })),
  rule(
    `^(?:${anyOf('copy-of')}) |(?: - | )(?:${anyOf('copy')})(?: ?\\(?\\d+\\)?)?$|~\\d$|${anyOf('copy-end')}`,
    () => ({ kind: 'copy' }),
  ),
  rule(`(?<=\\S) ?\\((?<n>[1-9])\\)$`, () => ({ kind: 'copy' })),
  rule(
    `${EDGE}(?:cd|disc|disk|disque|d)[ _-]?(?<disc>[1-9])[ _.-]*(?:t|tr|trk|track)?[ _.-]?(?<n>\\d{1,2})${AFTER}(?![\\p{L}])`,
    (g) => ({
      kind: 'disc',
      disc: Number(g.disc),
      position: Number(g.n),
    }),
  ),
  rule(`^[^\\p{L}\\p{N}]*(?<disc>[1-9])[-._](?<n>\\d{2})${AFTER}`, (g) => ({
    kind: 'disc',
    disc: Number(g.disc),
    position: Number(g.n),
  })),
  // HLM012A1: a position on a side after a house code.
  rule(`(?<=^[A-Z]{2,8}-?\\d{2,5})(?<side>[A-H])(?<n>0?[1-9])${END}`, (g) => ({
    kind: 'side',
    side: (g.side ?? '').toUpperCase(),
    position: Number(g.n),
  })),
  // lpa3most: a position on a side after the record's name, before a title.
  rule(`${EDGE}(?:lp|ep|vinyl)(?<side>[a-h])(?<n>[1-9])(?=[\\p{L} _.-]|$)`, (g) => ({
    kind: 'side',
    side: (g.side ?? '').toUpperCase(),
    position: Number(g.n),
  })),
  // A1, B-02, Side A trk 1
  rule(
    `${EDGE}(?:(?:${anyOf('side-label')})[ _-]?)?(?<side>[A-H])[ _-]?(?:(?:trk|track)[ _.-]?)?(?<n>0?[1-9])${END}`,
    (g) => ({
      kind: 'side',
      side: (g.side ?? '').toUpperCase(),
      position: Number(g.n),
    }),
  ),
  rule(`${EDGE}(?<text>[A-Z]{2,8}-?\\d{2,5})(?=[_ -]|[A-H]0?[1-9]${END})`, (g, at) =>
    at === 0 ? { kind: 'catalogue', text: (g.text ?? '').toUpperCase() } : null,
  ),
];

/** The stretches of `name` whose form gives them a meaning, in the order of the name, without overlap. */
export function findSpans(name: string): Span[] {
  const spans: Span[] = [];
  for (const { pattern, read } of RULES) {
    for (const match of name.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (spans.some((span) => start < span.end && end > span.start)) continue;
      const meaning = read(match.groups ?? {}, start);
      if (meaning) spans.push({ ...meaning, start, end });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}
