import type { Part } from './parts.js';
import type { Span } from './patterns.js';
import type { Mark, NameReading } from './read.js';
import { COPY, PART, SILENT } from './title-words.js';

/** Parts whose form says nothing about the song: formats, dates (except a misread one), revisions, copies. */
export function silentParts(reading: NameReading, misread: Mark | null): Part[] {
  const tempos = reading.marks.filter(({ span }) => span.kind === 'tempo');
  return [
    ...reading.marks.filter((mark) => {
      const { from, span } = mark;
      const dated = span === misread?.span || isYear(span, reading.name);
      if (SILENT.has(span.kind) && !dated && !isWork(reading, mark)) return true;
      return span.kind === 'musicalKey' && tempos.some(({ to }) => to === from);
    }),
    ...reading.revisions,
    ...copies(reading),
  ];
}

/** '2001' may be the twentieth of January, but is a year. */
const isYear = ({ kind, start, end }: Span, name: string): boolean =>
  kind === 'date' && /^(?:19|20)\d\d$/.test(name.slice(start, end));

/** 'BWV 1007' is in the catalogue of a composer, not of a label, and is not the seventh of October. */
const isWork = ({ tokens }: NameReading, { from, span }: Mark): boolean =>
  (span.kind === 'catalogue' && PART.has(tokens[from]!.key)) ||
  (span.kind === 'date' && PART.has(tokens[from - 1]?.key ?? ''));

/** '(Mara's conflicted copy 2026-12-19)' */
function copies({ tokens }: NameReading): Part[] {
  const brackets = new Set(tokens.flatMap(({ key, bracket }) => (bracket > 0 && COPY.has(key) ? [bracket] : [])));
  return tokens.flatMap(({ bracket }, i) => (brackets.has(bracket) ? [{ from: i, to: i + 1 }] : []));
}
