import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import { quote, type SlotReading } from '../slot-mentions.js';
import { UNDECIDED, type Veto, veto } from '../veto.js';

/** A slot that the name states and for which the file's format is impossible. */
function impossibleFormat(file: BatchFile, { slots }: SlotReading): Veto[] {
  const [cd, hires] = [slots.get('cd'), slots.get('hires')];
  if (cd && slots.size === 1 && file.format === 'high')
    return [
      veto('veto.format', UNDECIDED, `${quote(cd)}, but the file is ${(file.file.sampleRateHz ?? 0) / 1000} kHz`),
    ];
  if (hires && slots.size === 1 && file.format === 'cd')
    return [veto('veto.format', UNDECIDED, `${quote(hires)}, but the file is ${file.file.bitDepth ?? 16} bit`)];
  return [];
}

export const formatVeto = defineVeto({
  kinds: ['veto.format'],
  examples: [
    { files: [{ name: 'Ember CD.wav', sampleRateHz: 96_000 }], finds: ['veto.format'] },
    { files: [{ name: 'Ember hi-res.wav', bitDepth: 16 }], finds: ['veto.format'] },
  ],
  of: ({ file, words }) => impossibleFormat(file, words),
});
