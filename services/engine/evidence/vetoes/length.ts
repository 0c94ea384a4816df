import type { Batch, BatchFile } from '../../batch/types.js';
import type { SlotType } from '../../types.js';
import type { Item } from '../items.js';
import { KINDS } from '../kinds.js';
import { defineSlotVeto } from '../rule.js';
import { MOSTLY_NOT, type Veto, veto } from '../veto.js';

/** A master is as long as its original, except for a fade: tolerance in seconds, and as a share of the length. */
const FADE_S = 4;

const FADE = 0.03;

/** A length that only a shortened version would have. */
function otherLength(
  batch: Batch,
  file: BatchFile,
  trackIndex: number,
  slot: SlotType,
  items: readonly Item[],
): Veto[] {
  const known = batch.lengths[trackIndex];
  const length = file.file.durationS;
  if (!length || !known || known.file >= 0 || (slot === 'clean_master' && length < known.seconds)) return [];
  const apart = Math.abs(length - known.seconds);
  if (apart <= Math.max(FADE_S, FADE * known.seconds)) return [];
  if (items.some(({ kind, value }) => kind !== 'duration.equal' && KINDS[kind].tells && value > 0)) return [];
  return [veto('veto.length', MOSTLY_NOT, 'Only the number speaks for this track, and the length speaks against it')];
}

export const lengthVeto = defineSlotVeto({
  kinds: ['veto.length'],
  examples: [{ files: [{ name: '01.wav', durationS: 240 }], lengths: true, finds: ['veto.length'] }],
  of: ({ batch, file, trackIndex, slot }, items) => otherLength(batch, file, trackIndex, slot, items),
});
