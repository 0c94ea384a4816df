import { anyOf, wordsOf } from '../lexicon/words.js';
import type { SuggestFile, SuggestProject } from '../types.js';
import type { NameWords } from './name-words.js';
import type { Part } from './parts.js';
import { keysOf } from './tokens.js';

const VARIOUS = wordsOf('various');
const JOINING = wordsOf('joining');
/** Before the rest of an artist: 'feat. Kin', '& Moth'. */
const BEFORE_GUEST = new Set([...wordsOf('featuring'), ...JOINING]);
const BETWEEN_ARTISTS = new RegExp(`[/,&+]| (?:${anyOf('joining')})\\.? `, 'i');

const isVarious = (artist: string): boolean => {
  const keys = keysOf(artist);
  return VARIOUS.has(keys[0] ?? '') || VARIOUS.has(keys.join(''));
};

/** Columns are meaningful if this share of the names has two of them. */
const MOST = 0.5;

const keyIn = (words: NameWords, { from, to }: Part): string =>
  words.reading.tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join('');

/** Which of the parts between dashes is the title: 'Artist - Title', 'Title - Artist', or both: 'So Long - Goodbye'. */
export class Columns {
  private readonly artists: ReadonlySet<string>;
  private parting: RegExp | null = null;
  private order: 'artist first' | 'title first' | null = null;

  constructor(project: SuggestProject, files: readonly SuggestFile[]) {
    const tagged = files.flatMap(({ tags }) => (tags?.artist ? [keysOf(tags.artist).join('')] : []));
    this.artists = new Set([...tagged, keysOf(project.artist ?? '').join('')].filter(Boolean));
    const names = (project.artist ?? '').split(BETWEEN_ARTISTS);
    this.sharing = new Set(names.length > 1 ? names.map((name) => keysOf(name).join('')) : []);
    this.various =
      !project.artist || isVarious(project.artist) || new Set(tagged).size >= Math.max(2, tagged.length / 2);
  }

  /** a compilation */
  readonly various: boolean;
  /** 'Kestrel / Moth' are two songs. */
  private readonly sharing: ReadonlySet<string>;

  /**
   * Learns the order from the words before and after the dash in all names: the side that several songs share is the
   * artist.
   */
  learn(names: readonly { words: NameWords; number: Part | null }[]): void {
    if (!this.various) return;
    const pairsBy = (parting: RegExp | null): [string, string][] => {
      const found = names.map(({ words, number }) =>
        segmentsOf(words, number, (i) => this.parts(words, i) || words.isApartBy(i, parting)),
      );
      const shares = new Map<string, number>();
      for (const segments of found) for (const { key } of segments) shares.set(key, (shares.get(key) ?? 0) + 1);
      return found.flatMap((segments) => {
        // '- Master' in several names is not a column; a single 'Instrumental' may be a title.
        const [one, other, more] = segments.filter(({ key, known }) => !known || shares.get(key) === 1);
        return one && other && (parting === null || !more) ? [[one.key, other.key] as [string, string]] : [];
      });
    };
    // Most have dashes; '01_KasimirBand_LowTide' and '01-kasimir-low_tide' each have one other separator.
    const enough = MOST * names.length;
    const [best] = [/^-$/, /^_$/].sort((a, b) => pairsBy(b).length - pairsBy(a).length);
    if (pairsBy(null).length < enough) this.parting = pairsBy(best!).length >= enough ? best! : null;
    const pairs = pairsBy(this.parting);
    if (pairs.length < enough) return;
    const several = (of: 0 | 1): number =>
      [...Map.groupBy(pairs, (pair) => pair[of])].filter(
        ([, same]) => new Set(same.map((pair) => pair[1 - of])).size > 1,
      ).length;
    this.order = several(1) > 2 * several(0) ? 'title first' : 'artist first';
  }

  get titleBehind(): boolean {
    return this.order === 'artist first';
  }

  /** After the artist, even 'Instrumental', '22' or the name of half of the songs is the title. */
  behind(words: NameWords, from: number, to: number, trimmed: readonly Part[]): Part | null {
    const { tokens } = words.reading;
    const outside = trimmed.filter((part) => part.to > part.from && tokens[part.from]!.bracket === 0);
    const cut = tokens.findIndex((_, i) => i > from && i < to && this.parts(words, i) && !words.isSilent(i));
    if (cut < 0 || outside.length !== 1 || outside[0]!.from >= cut) return null;
    let end = cut;
    while (end < to && (end === cut || !this.parts(words, end)) && !words.isSilent(end) && tokens[end]!.bracket === 0)
      end++;
    const known = words.knownWords({ from: cut, to: end });
    const master = words.classes.slice(cut, end).every((of) => of === 'main' || of === 'filler');
    return known ?? (master ? null : { from: cut, to: end });
  }

  private parts(words: NameWords, i: number): boolean {
    return words.isDash(i) || (this.various && words.isApart(i)) || words.isApartBy(i, this.parting);
  }

  /** Stretches, split at the columns of this batch. */
  split(words: NameWords, parts: readonly Part[]): Part[] {
    return parts.flatMap(({ from, to }) => {
      const cuts = [from];
      for (let i = from + 1; i < to; i++) if (words.isApartBy(i, this.parting)) cuts.push(i);
      return cuts.map((cut, at) => ({ from: cut, to: cuts[at + 1] ?? to }));
    });
  }

  /** Splits stretches that may be a title into those that are and the rest. */
  choose(
    words: NameWords,
    parts: readonly Part[],
    wholes: readonly Part[],
    numbered: boolean,
  ): { titles: Part[]; rest: Part[] } {
    const columns = this.columnsOf(words, parts);
    const rest = (count: number): Part[] => parts.filter(({ from }) => from >= columns[count - 1]!.to);
    const [one, other] = columns;
    if (one && other) {
      const first = this.isArtist(words, one) || this.order === 'artist first';
      const second = this.isArtist(words, other) || this.order === 'title first';
      if (first && !second) return { titles: this.joined(columns.slice(1), parts, wholes), rest: rest(columns.length) };
      if (second) return { titles: [one], rest: rest(2) };
      if (numbered) {
        const titles = columns.map((part, at) =>
          at < columns.length - 1 ? (wholes[parts.indexOf(part)] ?? part) : part,
        );
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

  /** An artist by tag or project, or the rest of one: 'Orla Vance feat. Kin', '& Moth'. */
  private isArtist(words: NameWords, part: Part): boolean {
    const key = keyIn(words, part);
    if (this.artists.has(key) || this.sharing.has(key)) return true;
    const guest = BEFORE_GUEST.has(words.reading.tokens[part.from]!.key);
    return guest && part.from > 0 && words.isHabit(part.from - 1) && !words.isDash(part.from);
  }

  /** Columns as one title. All but the last keep words that name versions. */
  private joined(columns: readonly Part[], parts: readonly Part[], wholes: readonly Part[]): Part[] {
    return joined(columns.map((part, at) => (at < columns.length - 1 ? (wholes[parts.indexOf(part)] ?? part) : part)));
  }

  /** Consecutive stretches outside brackets that are separated by dashes. */
  private columnsOf(words: NameWords, parts: readonly Part[]): Part[] {
    const { tokens } = words.reading;
    const columns: Part[] = [];
    for (const [at, part] of parts.entries()) {
      // '- (Don't) Go'
      const next = parts[at + 1];
      if (tokens[part.from]!.bracket > 0) {
        if (columns.length > 0 && this.parts(words, part.from) && next?.from === part.to)
          columns.push({ ...part, to: next.to });
        continue;
      }
      if (columns.at(-1)?.to === part.to) continue;
      if (columns.length > 0 && !this.parts(words, part.from)) break;
      columns.push(part);
    }
    return columns;
  }
}

/** The words between dashes, without number and formats; `known` if all of them are words of versions. */
function segmentsOf(words: NameWords, number: Part | null, parts: (i: number) => boolean) {
  const segments = [{ key: '', known: true }];
  words.reading.tokens.forEach(({ key }, i) => {
    const counted = number !== null && i >= number.from && i < number.to;
    if (counted || words.isSilent(i)) return;
    if (i > 0 && parts(i)) segments.push({ key: '', known: true });
    const last = segments.at(-1)!;
    last.key += key;
    last.known &&= words.classes[i] !== null;
  });
  return segments.filter(({ key }) => key !== '');
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
