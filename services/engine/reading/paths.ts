import { anyOf } from '../lexicon/words.js';
import type { SuggestFile } from '../types.js';
import { lastPart } from './read-file.js';

/** 'Disc 1', 'Vinyl Side A', 'LP2' */
const DISC = /(?<![\p{L}\p{N}])(?:cd|disc|disk|disque|disco|lp)[ _-]?(\d)(?![\p{L}\p{N}])/iu;
const SIDE = new RegExp(`(?<!\\p{L})(?:${anyOf('side-label')})[ _-]?([a-h])(?![\\p{L}\\p{N}])`, 'iu');

/** The folders of a file, outermost first. */
export function foldersOf({ name, folder }: SuggestFile): string[] {
  const path = folder ?? name.slice(0, Math.max(0, name.length - lastPart(name).length - 1));
  return path.split('/').filter(Boolean);
}

/** The disc or side whose folder contains the file. */
export function discOf(file: SuggestFile): string | null {
  for (const folder of foldersOf(file).reverse()) {
    const [disc, side] = [DISC.exec(folder)?.[1], SIDE.exec(folder)?.[1]];
    if (disc) return `disc ${disc}`;
    if (side) return `side ${side.toUpperCase()}`;
  }
  return null;
}
