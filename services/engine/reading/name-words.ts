import { fold } from '../lexicon/fold.js';
import type { WordClass } from '../lexicon/words.js';
import { isTotal, LIKELY } from './habits.js';
import { type Part, within } from './parts.js';
import type { Mark, NameReading, WordMark } from './read.js';
import { silentParts } from './silent.js';
import { numberOf } from './similarity.js';
import { SLOT_WORDS } from './slot-words.js';
import {
  APART,
  BEHIND,
  CODE,
  COLON,
  CONNECTING,
  COUNTED,
  DEPTHS,
  FEATURING,
  NOTHING,
  OF_TITLE,
  PART,
  RESTORED,
  SLASH,
  TECHNICAL,
} from './title-words.js';

/** A reading with what is known about each of its tokens. */
export class NameWords {
  readonly reading: NameReading;
  readonly classes: (WordClass | null)[];
  /** where the track's number ends */
  counted = 0;
  private readonly usual: (index: number) => boolean;
  private readonly silent: readonly Part[];
  private readonly likely: readonly boolean[];
  /** words of the title are separated by spaces, so underscores separate something else */
  private readonly spaced: boolean;

  constructor(reading: NameReading, usual: (index: number) => boolean, misread: Mark | null = null) {
    this.reading = reading;
    this.usual = usual;
    this.silent = silentParts(reading, misread);
    this.classes = reading.tokens.map(() => null);
    const likely = reading.tokens.map(() => false);
    for (const { wordClass, strength, text, from, to } of reading.words) {
      const slot = SLOT_WORDS.has(wordClass) && strength === LIKELY;
      const technical =
        wordClass !== 'filler' || text.split(/[^\p{L}\p{N}]+/u).every((word) => TECHNICAL.has(fold(word)));
      // a Roman five
      const next = reading.tokens[to];
      const counted = next?.digits && !/[-–—([]/.test(reading.name.slice(reading.tokens[from]!.end, next.start));
      const five = to === from + 1 && reading.tokens[from]!.key === 'v' && !counted;
      if (technical && !five && (strength === 1 || slot)) this.classes.fill(wordClass, from, to);
      if (slot) likely.fill(true, from, to);
    }
    reading.tokens.forEach(({ key }, i) => {
      if (RESTORED.has(key)) this.classes[i] ??= 'main';
    });
    this.likely = likely;
    const plain = (i: number): boolean => !this.isBehind(i) && !within(reading.marks, i);
    this.spaced = reading.tokens.some((_, i) => this.between(i) === ' ' && plain(i - 1) && plain(i));
  }

  /** Says nothing about the song: format, date, habit of the batch. */
  isMute(i: number): boolean {
    const long = /^\d{6,}$/.test(this.reading.tokens[i]!.key);
    return long || within(this.silent, i) || this.usual(i) || isTotal(this.reading, i) || isTotal(this.reading, i - 1);
  }

  isBehind(i: number): boolean {
    const of = this.classes[i] ?? null;
    return this.isMute(i) || of === 'filler' || (of !== null && BEHIND.has(of));
  }

  private between(i: number): string {
    const [before, token] = [this.reading.tokens[i - 1], this.reading.tokens[i]];
    return before && token ? this.reading.name.slice(before.end, token.start) : '';
  }

  /** Whether a separator other than a space, or a bracket, precedes token `i`. */
  isApart(i: number): boolean {
    const between = this.between(i);
    return (
      /\s[-–—~|]\s|__|[–—]|_-_|[-–—]_|_[-–—]/.test(between) ||
      (between.includes('_') && between !== COLON && between !== SLASH && this.spaced)
    );
  }

  isApartBy(i: number, parting: RegExp | null): boolean {
    return parting?.test(this.between(i)) ?? false;
  }

  /** Whether the token belongs to a format, a date or a code. */
  isSilent(i: number): boolean {
    return within(this.silent, i);
  }

  /** ' - ' and similar separators. */
  isDash(i: number): boolean {
    return /\s[-–—~|]\s|[–—]|_-_/.test(this.between(i));
  }

  /** The tokens may contain a title. */
  namesSong(from: number, to = this.reading.tokens.length, habits: ReadonlySet<string> = new Set()): boolean {
    const telling = (i: number): boolean => !this.isBehind(i) && !this.saysNothing(i);
    return this.reading.tokens.some(
      ({ key, digits }, i) => i >= from && i < to && telling(i) && !habits.has(key) && (!digits || i === from),
    );
  }

  /** The first token from `from` on that is not ignored. */
  firstFrom(from: number): number {
    const first = this.reading.tokens.findIndex((_, i) => i >= from && !this.isMute(i));
    return first < 0 ? from : first;
  }

  /** Stretches between `from` and `to` that are separated by separators, brackets and ignored tokens. */
  parts(from: number, to: number): Part[] {
    const parts: Part[] = [];
    for (let i = from; i < to; i++) {
      const last = parts.at(-1);
      const goesOn = last?.to === i && this.isJoined(i);
      const carried = (goesOn && this.isCarried(i, to)) || (i === from && this.begins(i, to)) || this.isMovement(i);
      if (this.isMute(i) && !carried) continue;
      if (last && goesOn) last.to = i + 1;
      else parts.push({ from: i, to: i + 1 });
    }
    return parts;
  }

  /** The tokens of one stretch, each with the previous one. */
  private isJoined(i: number): boolean {
    const { tokens } = this.reading;
    return tokens[i - 1]?.bracket === tokens[i]?.bracket && !this.isApart(i);
  }

  isHabit(i: number): boolean {
    return this.usual(i) && !within(this.silent, i) && !/^\d{6,}$/.test(this.reading.tokens[i]!.key);
  }

  /**
   * A habitual word inside a title, which only seems to be ignorable: 'String Quartet No. 1 in D', 'Back to Salt
   * Roads'.
   */
  private isCarried(i: number, to: number): boolean {
    if (!this.isHabit(i) || this.classes[i] !== null) return false;
    const { tokens } = this.reading;
    if (CONNECTING.has(tokens[i - 1]!.key)) return true;
    const small = /^\d{1,2}$/.test(tokens[i]!.key) && !DEPTHS.test(tokens[i]!.key);
    const amid = i + 1 < to && this.isJoined(i + 1) && !tokens[i + 1]!.digits && !this.isBehind(i + 1);
    if (small && amid && !tokens[i - 1]!.digits && !this.isBehind(i - 1)) return true;
    if (tokens[i]!.digits && COUNTED.has(tokens[i - 1]!.key)) return true;
    if (PART.has(tokens[i - 1]!.key) && tokens[i]!.digits) return true;
    const next = tokens[i + 1];
    if (PART.has(tokens[i]!.key) && i + 1 < to && (next!.digits || numberOf(next!.key) !== null)) return true;
    let after = i + 1;
    while (after < to && this.isJoined(after) && this.isHabit(after) && this.classes[after] === null) after++;
    return after < to && this.isJoined(after) && !this.isBehind(after) && !tokens[after]!.digits;
  }

  /** The '2' of 'Sonata - 2. Rondo', which many names have. */
  private isMovement(i: number): boolean {
    const { name, tokens } = this.reading;
    const [token, next] = [tokens[i]!, tokens[i + 1]];
    const counts = token.digits && token.key.length <= 2 && this.isHabit(i) && this.isDash(i);
    return counts && next !== undefined && !next.digits && /^\. ?$/.test(name.slice(token.end, next.start));
  }

  /** A habitual word that begins a title: 'Clean Slate' where every song has a clean version, '2-02 2 Become None'. */
  private begins(i: number, to: number): boolean {
    const next = i + 1;
    const known = this.classes[i] !== null || this.reading.tokens[i]!.digits;
    return this.isHabit(i) && known && this.isCounted(i) && next < to && this.isJoined(next) && !this.isBehind(next);
  }

  /** The part without words that only name a version; empty if no song remains. */
  trimmed({ from, to }: Part): Part {
    let last = to;
    while (last > from && this.isVersionWord(from, last - 1)) last--;
    const telling = this.reading.tokens
      .slice(from, last)
      .some(
        (token, at) =>
          !token.digits && token.key.length > 1 && !this.isBehind(from + at) && !this.saysNothing(from + at),
      );
    // 'Edited for TV'
    const whole = last > from + 1 && this.isBehind(last - 1);
    const beside = from > 0 && !this.isCounted(from) && APART.has(this.reading.tokens[from]!.key);
    return {
      from,
      to: !beside && (telling || whole || this.isCounted(from) || this.isFirst(from, last)) ? last : from,
    };
  }

  /** Token `i`, the last one (except those that name a version) of a part that begins at `from`. */
  private isVersionWord(from: number, i: number): boolean {
    const { tokens } = this.reading;
    if (tokens[i]!.digits && i > from && this.isBehind(i - 1) && !this.isMute(i - 1)) return true;
    if (!this.isBehind(i)) return this.isShouted(from, i);
    if (tokens[i]!.digits && i > from && this.isHabit(i) && this.isCarried(i, i + 1)) return false;
    if (this.isMute(i)) return true;
    const start = this.reading.words.find((word) => i >= word.from && i < word.to)?.from ?? i;
    if (start > from + 1 && CONNECTING.has(tokens[start - 1]!.key)) return false;
    if (!this.likely[i] || start <= from) return true;
    // 'Reed Bed' and 'Du bist mein Radio' are written like titles, 'Ember LP' and 'ember radio' are not.
    const [before, word] = [tokens[start - 1]!, tokens[start]!];
    return CODE.has(word.key) || !isCapital(word.text) || !isCapital(before.text);
  }

  /** A known word in capitals after a title in other letters: 'leak NEW FADE'. */
  private isShouted(from: number, i: number): boolean {
    const { tokens, words } = this.reading;
    const loud = (at: number): boolean =>
      tokens[at]!.key.length > 1 && tokens[at]!.text === tokens[at]!.text.toUpperCase();
    const quiet = tokens.slice(from, i).some(({ text }) => text === text.toLowerCase() && /\p{Ll}/u.test(text));
    return quiet && !tokens[i]!.digits && loud(i) && within(words, i);
  }

  /** Digits alone, if nothing else can be a title: '1979', 'DG "22" master'. */
  digitsAlone(start: number, end = this.reading.tokens.length): Part | null {
    const { name, tokens } = this.reading;
    const alone = ({ from: at, to }: Part): boolean => {
      const begins =
        at === 0 ||
        at === start ||
        this.isMute(at - 1) ||
        this.isApart(at) ||
        tokens[at - 1]!.bracket !== tokens[at]!.bracket;
      const named = at > 0 && this.classes[at - 1] !== null && !this.isApart(at);
      const quoted = /["“”'‘’]/.test(name[tokens[at]!.end] ?? '');
      const led = at === start && start > 0;
      const dull = to - at === 1 && (tokens[at]!.key.length === 1 || DEPTHS.test(tokens[at]!.key));
      return (
        begins &&
        !named &&
        (!dull || quoted || led) &&
        tokens.slice(at, to).every(({ digits, key }) => digits && key.length <= 4)
      );
    };
    const useless = this.reading.words.some(
      ({ from, wordClass }) =>
        from >= start && from < end && (wordClass === 'useless' || this.classes[from] === 'filler'),
    );
    return useless ? null : (this.parts(start, end).find(alone) ?? null);
  }

  private saysNothing(i: number): boolean {
    return this.reading.words.some(
      ({ from, to, wordClass, strength }) =>
        i >= from && i < to && NOTHING.has(wordClass) && (wordClass !== 'filler' || strength === 1),
    );
  }

  /** Directly after a number; digits there are a title. */
  private isCounted(i: number): boolean {
    if (i > 0 && i === this.counted) return true;
    return this.reading.numbers.some((mark) => mark.to === i && mark.kind !== 'trailing' && mark.kind !== 'inner');
  }

  /** The only thing in the name and not a number: a title of one letter or symbol. */
  private isFirst(from: number, to: number): boolean {
    return from === 0 && to === 1 && !this.reading.tokens[0]!.digits && !this.saysNothing(0);
  }

  /** A title that consists of the vocabulary's words alone, such as 'Clean', 'Side A' or 'Final Cut' after a number. */
  knownWords(part: Part): Part | null {
    const marks = this.reading.words.filter(({ from, to }) => from >= part.from && to <= part.to);
    const dull = ({ wordClass, text }: WordMark): boolean =>
      wordClass === 'main' || (wordClass === 'filler' && TECHNICAL.has(fold(text)));
    while (marks.length > 1 && dull(marks.at(-1)!)) marks.pop();
    while (marks.length > 1 && !marks.slice(0, -1).every(dull)) marks.pop();
    const last = marks.at(-1);
    if (!last || marks[0]!.from !== part.from) return null;
    const words = this.reading.tokens.slice(part.from, last.to);
    return words.every(({ key }) => TECHNICAL.has(key) || key === 'master') ? null : { from: part.from, to: last.to };
  }

  belongsToTitle(part: Part): boolean {
    const tokens = this.reading.tokens.slice(part.from, part.to);
    if (FEATURING.has(tokens[0]?.key ?? '')) return true;
    const classes = this.classes.slice(part.from, part.to);
    // '(Live at the Paradiso)' after every title
    if (this.isTorn(part)) return false;
    if (classes.some((of) => of !== null && OF_TITLE.has(of))) return true;
    return (
      (tokens[0]?.bracket ?? 0) > 0 &&
      classes.every((of) => of === null) &&
      tokens.some((token) => token.key.length > 2)
    );
  }

  /** Part of a bracket whose other words are habits. */
  private isTorn({ from }: Part): boolean {
    const { tokens } = this.reading;
    const { bracket } = tokens[from]!;
    return (
      bracket > 0 &&
      tokens.some(({ key, ...token }, i) => token.bracket === bracket && key.length > 2 && this.isHabit(i))
    );
  }

  /** Only has a meaning after another word: 'Pt. II', 'feat. Ada', 'Haldane Remix'. */
  leansOn({ from, to }: Part): boolean {
    const tokens = this.reading.tokens.slice(from, to);
    const classes = this.classes.slice(from, to);
    return (
      FEATURING.has(tokens[0]?.key ?? '') ||
      classes.some((of) => of !== null && OF_TITLE.has(of)) ||
      tokens.every(({ key }) => PART.has(key) || numberOf(key) !== null)
    );
  }
}

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text) && text !== text.toUpperCase();
