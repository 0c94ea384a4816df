import { wordsOf } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';

/** Words that a master's name has and the name of its mix lacks: 'Ember v2' and 'Ember v2_mst'. */
const MASTER_WORDS = wordsOf('master-word');

/**
 * By index: mixes that are beside their masters. The value is the master whose name is equal except for a word of
 * mastering, or null if the name lacks that word and the batch has such pairs.
 */
export function mixesBeside(files: readonly BatchFile[]): ReadonlyMap<number, BatchFile | null> {
  const says = ({ titles, anchor }: BatchFile, key: string, i: number): boolean =>
    MASTER_WORDS.has(key) && !titles[anchor]?.consumed[i];
  const isMaster = (each: BatchFile): boolean => each.name.tokens.some(({ key }, i) => says(each, key, i));
  const withoutWord = (each: BatchFile): string =>
    each.name.tokens.flatMap(({ key }, i) => (says(each, key, i) ? [] : [key])).join(' ');
  const masters = new Map(files.filter(isMaster).map((file) => [withoutWord(file), file]));
  if (masters.size === 0) return new Map();
  const others = files.filter((file) => !isMaster(file) && !file.file.isOriginal);
  const mixes = new Map(others.map((file) => [file.index, masters.get(withoutWord(file)) ?? null]));
  return [...mixes.values()].some(Boolean) ? mixes : new Map();
}
