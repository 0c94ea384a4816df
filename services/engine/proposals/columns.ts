import { tokenize } from '../names/tokens.js';
import type { SuggestFile, SuggestProject } from '../types.js';
import type { NameWords, Part } from './name-words.js';

const VARIOUS = /^(?:various|v\.? ?\/?a\.?$|verschiedene|divers|varios|vari |varie|sampler|compilation)/i;
/** So many of the names have two columns where columns mean something. */
const MOST = 0.5;

export const keysOf = (text: string): string[] => tokenize(text).map(({ key }) => key);

const keyIn = (words: NameWords, { from, to }: Part): string =>
  words.reading.tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join('');

/** Which of the stretches between dashes is the title: 'Artist - Title', 'Title - Artist', or both: 'So Long - Goodbye'. */
export class Columns {
  private readonly artists: ReadonlySet<string>;
  private order: 'artist first' | 'title first' | null = null;

  constructor(project: SuggestProject, files: readonly SuggestFile[]) {
    const tagged = files.flatMap(({ tags }) => (tags?.artist ? [keysOf(tags.artist).join('')] : []));
    this.artists = new Set([...tagged, keysOf(project.artist ?? '').join('')].filter(Boolean));
    this.various = VARIOUS.test(project.artist ?? '') || new Set(tagged).size >= Math.max(2, tagged.length / 2);
  }

  private readonly various: boolean;

  /** Learns from what stands before and behind the dash in all names: who has several songs is an artist. */
  learn(names: readonly { words: NameWords; from: number }[]): void {
    const pairs = names.flatMap(({ words, from }) => {
      const [one, other] = segmentsOf(words, from, (i) => this.parts(words, i));
      return one && other ? [[one, other] as const] : [];
    });
    if (!this.various || pairs.length < MOST * names.length) return;
    const several = (of: 0 | 1): number =>
      [...Map.groupBy(pairs, (pair) => pair[of])].filter(
        ([, same]) => new Set(same.map((pair) => pair[1 - of])).size > 1,
      ).length;
    this.order = several(1) > several(0) ? 'title first' : 'artist first';
  }

  private parts(words: NameWords, i: number): boolean {
    return words.isDash(i) || (this.various && words.isApart(i));
  }

  /** Of stretches that may be a title those that are, and the rest. */
  choose(
    words: NameWords,
    parts: readonly Part[],
    wholes: readonly Part[],
    numbered: boolean,
  ): { titles: Part[]; rest: Part[] } {
    const columns = this.columnsOf(words, parts);
    const rest = (from: number): Part[] => parts.slice(parts.indexOf(columns[from - 1]!) + 1);
    const [one, other] = columns;
    if (one && other) {
      const first = this.artists.has(keyIn(words, one)) || this.order === 'artist first';
      const second = this.artists.has(keyIn(words, other)) || this.order === 'title first';
      if (first && !second) return { titles: [other], rest: rest(2) };
      if (second) return { titles: [one], rest: rest(2) };
      if (numbered) {
        const titles = columns.map((part, at) => (at < columns.length - 1 ? wholes[parts.indexOf(part)]! : part));
        return { titles: joined(titles), rest: rest(columns.length) };
      }
    }
    const [main, next] = parts as [Part, ...Part[]];
    // '(Don't) Look Down'
    const { tokens } = words.reading;
    const bracketed = tokens[main.from]!.bracket > 0 && next?.from === main.to && tokens[next.from]!.bracket === 0;
    if (bracketed && !words.isApart(next.from))
      return { titles: [{ from: main.from, to: next.to }], rest: parts.slice(2) };
    return { titles: [main], rest: parts.slice(1) };
  }

  /** Stretches outside brackets, one after the other, that dashes part. */
  private columnsOf(words: NameWords, parts: readonly Part[]): Part[] {
    const { tokens } = words.reading;
    const columns: Part[] = [];
    for (const part of parts) {
      if (tokens[part.from]!.bracket > 0) continue;
      if (columns.length > 0 && !this.parts(words, part.from)) break;
      columns.push(part);
    }
    return columns;
  }
}

/** The words between dashes from token `from` on, brackets and what names a version left out. */
function segmentsOf(words: NameWords, from: number, parts: (i: number) => boolean): string[] {
  const segments = [''];
  words.reading.tokens.forEach(({ key, bracket }, i) => {
    if (i < from || bracket > 0 || words.classes[i] !== null) return;
    if (i > from && parts(i)) segments.push('');
    segments.push(segments.pop()! + key);
  });
  return segments.filter(Boolean);
}

function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.to === part.from) last.to = part.to;
    else result.push({ ...part });
  }
  return result;
}
