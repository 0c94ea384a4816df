import { wordsOf } from '../../lexicon/words.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { SlotReading } from '../slot-mentions.js';

/** 'M2' and 'mst3' count masters. */
const MASTER_LABELS = wordsOf('master-label');

/** States that the file is mastered, or for which slot, rather than the mix it was made from. */
export const isMastered = (file: BatchFile, { main, slots }: SlotReading): boolean =>
  main?.mark.strength === 1 || slots.size > 0 || file.name.revisions.some(({ label }) => MASTER_LABELS.has(label));
