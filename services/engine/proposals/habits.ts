import { trackNumberOf } from '../batch/numbering.js';
import type { BatchFile } from '../batch/types.js';
import type { NameReading } from '../names/read.js';

const SMALL = new Set(
  'the a an of in on to for from at with and vs by der die das el la le les los de del di da do du et y e i o und og och'.split(
    ' ',
  ),
);

/** Words that stand in so many names that they tell nothing of a song. */
export interface Habits {
  /** wherever they stand: codes, initials, words of versions */
  anywhere: ReadonlySet<string>;
  /** that may be a title's: only between separators or in brackets */
  setOff: ReadonlySet<string>;
}

export function habitsOf(files: readonly BatchFile[]): Habits {
  const holders = new Map<string, Set<string>>();
  const songs = new Set<string>();
  const plain = new Set<string>();
  for (const each of files) {
    const { name, claimed, index } = each;
    const mark = trackNumberOf(each, -1);
    const number = mark && !isTotal(name, mark.to) ? mark : null;
    // five versions of one song are one voice
    const song = number ? `${number.group} ${number.position}` : `file ${index}`;
    songs.add(song);
    name.tokens.forEach(({ key }, i) => {
      if (!claimed[i] && !SMALL.has(key)) holders.set(key, (holders.get(key) ?? new Set()).add(song));
    });
    for (const word of name.words) for (let i = word.from; i < word.to; i++) plain.add(name.tokens[i]!.key);
  }
  const enough = Math.max(3, 0.5 * songs.size);
  const usual = [...holders].filter(([, held]) => held.size >= enough).map(([key]) => key);
  const says = (key: string): boolean => plain.has(key) || key.length <= 3 || /\d/.test(key);
  return { anywhere: new Set(usual.filter(says)), setOff: new Set(usual.filter((key) => !says(key))) };
}

/** The 'of' in '3 of 12'. */
export const isTotal = ({ tokens }: NameReading, i: number): boolean =>
  tokens[i]?.key === 'of' && tokens[i - 1]?.digits === true && tokens[i + 1]?.digits === true;

/** True where separators or brackets, not mere spaces, part a token from its neighbours. */
export function isSetOff({ name, tokens }: NameReading, i: number): boolean {
  const token = tokens[i]!;
  if (token.bracket > 0) return true;
  const before = i > 0 ? name.slice(tokens[i - 1]!.end, token.start) : ' - ';
  const after = i < tokens.length - 1 ? name.slice(token.end, tokens[i + 1]!.start) : ' - ';
  return [before, after].every((between) => / [-–—|] |__|[([\])]/.test(between));
}
