import { wordsOf } from '../lexicon/words.js';
import type { BatchFile } from './types.js';

/** Words by which a master's name differs from that of the mix it was made from: 'Ember v2' and 'Ember v2_mst'. */
const MASTER_WORDS = wordsOf('master-word');

/**
 * The mixes that lie beside their masters, by index: with the master where one has the same name but for a word of
 * mastering, and with null where the name lacks that word while such pairs are in the batch.
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
