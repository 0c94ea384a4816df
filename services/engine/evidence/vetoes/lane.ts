import type { BatchFile } from '../../batch/types.js';
import { wordsOf } from '../../lexicon/words.js';

/** Labels under which recorders and workstations count what they write. */
export const LANE = wordsOf('lane-label');

/** Labels under which a workstation counts what may be no tracks. */
export const isLane = (file: BatchFile): boolean =>
  file.name.tokens.some(({ key }) => LANE.has(key) && !/^tra?c?k$/.test(key));

/** Numbers that agree less with titles and lengths count something else than tracks. */
export const TRUSTED = 0.5;
