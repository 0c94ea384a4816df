import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import type { SlotReading } from '../slot-mentions.js';
import { MOSTLY_NOT, UNDECIDED, type Veto, veto } from '../veto.js';
import { isMastered } from './mastered.js';

function unmasteredFloat(batch: Batch, file: BatchFile, reading: SlotReading): Veto[] {
  const isFloat = (other: BatchFile): boolean =>
    Boolean(other.file.float) || (other.file.bitDepth ?? other.name.bitDepth) === 32;
  if (!isFloat(file) || isMastered(file, reading)) return [];
  const fixed = batch.files.some((other) => !isFloat(other) && other.format !== 'lossy' && other.format !== 'unknown');
  return [
    fixed
      ? veto('veto.float', MOSTLY_NOT, '32 bit among files of 16 or 24: a mix before mastering')
      : veto('veto.float', UNDECIDED, '32 bit, as mixes before mastering are, and no word of a master'),
  ];
}

export const floatVeto = defineVeto({
  kinds: ['veto.float'],
  examples: [
    { files: [{ name: 'Ember.wav', bitDepth: 32 }, 'Low Tide'], finds: ['veto.float'] },
    { files: [{ name: 'Ember master.wav', bitDepth: 32 }, 'Low Tide'], finds: [] },
  ],
  of: ({ batch, file, words }) => unmasteredFloat(batch, file, words),
});
