import type { BatchFile } from '../../batch/types.js';
import { wordsOf } from '../../lexicon/words.js';

/** Labels that recorders and workstations number. */
export const LANE = wordsOf('lane-label');

/** Labels of a workstation whose numbers may not be tracks. */
export const isLane = (file: BatchFile): boolean =>
  file.name.tokens.some(({ key }) => LANE.has(key) && !/^tra?c?k$/.test(key));

/** Numbers that agree less than this with titles and lengths do not count tracks. */
export const TRUSTED = 0.5;
