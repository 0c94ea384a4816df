import { wordsOf } from '../../lexicon/words.js';
import type { BatchFile } from '../../reading/batch-file.js';

/** Labels that recorders and workstations number. */
export const LANE = wordsOf('lane-label');

const TRACK = wordsOf('track-label');

/** Labels of a workstation whose numbers may not be tracks. */
export const isLane = (file: BatchFile): boolean =>
  file.name.tokens.some(({ key }) => LANE.has(key) && !TRACK.has(key));

/** Numbers that agree less than this with titles and lengths do not count tracks. */
export const TRUSTED = 0.5;
