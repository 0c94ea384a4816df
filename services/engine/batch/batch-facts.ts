import type { WordClass } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { FormatClass } from '../reading/format-class.js';
import { formatsByName } from './mates.js';
import type { Batch } from './types.js';

/** The share of names that contain a word of each class. */
export function wordSharesOf(files: readonly BatchFile[]): Map<WordClass, number> {
  const classes = files.flatMap(({ name }) => [...new Set(name.words.map((word) => word.wordClass))]);
  const holders = Map.groupBy(classes, (wordClass) => wordClass);
  return new Map([...holders].map(([wordClass, all]) => [wordClass, all.length / files.length]));
}

/** Classes of words that a plain name may have: they name the album version or its format. */
const PLAIN = new Set<WordClass>(['main', 'filler', 'streaming', 'cd', 'hires', 'vinyl']);

/** Words of the name beside the title of track `t`, without numbers, habits of the batch and words about mastering. */
export function remarks(each: BatchFile, t: number): string[] {
  const plain = new Set<number>();
  for (const word of each.name.words)
    if (PLAIN.has(word.wordClass)) for (let i = word.from; i < word.to; i++) plain.add(i);
  return each.name.tokens.flatMap((token, i) =>
    !token.digits && !each.titles[t]?.consumed[i] && !each.explained[i] && !plain.has(i) ? [token.key] : [],
  );
}

const NO_MASTER = new Set([
  'acapella',
  'tv',
  'stem',
  'reference',
  'tone',
  'unfinished',
  'whole',
  'snippet',
  'sample',
  'spoken',
]);

export function formatsBeside(files: BatchFile[], count: number): Batch['formats'] {
  const all = new Set<FormatClass>();
  const byTrack = Array.from({ length: count }, () => new Set<FormatClass>());
  for (const file of files) {
    const track = file.assignedTo >= 0 ? file.assignedTo : file.likely;
    const consumed = track >= 0 ? file.titles[track]?.consumed : undefined;
    const foreign = file.name.words.some((word) => {
      if (word.strength < 1 || !NO_MASTER.has(word.wordClass)) return false;
      for (let i = word.from; i < word.to; i++) if (consumed?.[i] || file.claimed[i]) return false;
      return true;
    });
    if (foreign || file.format === 'lossy' || track < 0) continue;
    // Before the probe, assume the ordinary format for a file whose name states none.
    const format = file.format === 'unknown' ? 'standard' : file.format;
    all.add(format);
    byTrack[track]?.add(format);
  }
  return { all, byTrack, byName: formatsByName(files) };
}
