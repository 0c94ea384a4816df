import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { type Item, sentence } from '../items.js';
import { defineRule } from '../rule.js';

/** The format and length of the file itself, compared with any slot. */
function shapeEvidence(batch: Batch, batchFile: BatchFile): Item[] {
  const items: Item[] = [];
  const { file } = batchFile;
  const lengths = batch.lengths.flatMap((known) => (known && known.file !== batchFile.index ? [known.seconds] : []));
  if (file.durationS && lengths.length > 0) {
    const longest = Math.max(...lengths);
    const shortest = Math.min(...lengths);
    if (file.durationS > 1.4 * longest && !batch.edits.has(batchFile.anchor))
      items.push({
        kind: 'shape.long',
        value: Math.min(2, file.durationS / longest / 1.4),
        text: sentence('Much longer than any track'),
      });
    if (file.durationS < 0.6 * shortest && file.durationS < 60)
      items.push({ kind: 'shape.short', value: 1, text: sentence('Much shorter than any track') });
  } else if (file.durationS && file.durationS < 20)
    items.push({ kind: 'shape.short', value: 1, text: sentence('Too short for a song') });
  else if (file.durationS && file.durationS > 900)
    items.push({ kind: 'shape.long', value: Math.min(2, file.durationS / 900), text: sentence('Too long for a song') });
  if (file.channels && file.channels > 2)
    items.push({ kind: 'shape.multichannel', value: 1, text: () => `${file.channels} channels` });
  const stereo = batch.files.some((other) => (other.file.bitDepth ?? 24) < 32);
  if ((file.float || file.bitDepth === 32) && stereo)
    items.push({ kind: 'shape.float', value: 1, text: sentence('32 bit, as mixes before mastering are') });
  const lossless = batch.files.some((other) => other.format !== 'lossy' && other.format !== 'unknown');
  if (batchFile.format === 'lossy' && lossless)
    items.push({ kind: 'shape.lossyBeside', value: 1, text: sentence('Lossy next to lossless files') });
  return items;
}

export const shapeRule = defineRule({
  kinds: ['shape.long', 'shape.short', 'shape.multichannel', 'shape.float', 'shape.lossyBeside'],
  examples: [
    { files: [{ name: 'Ember.wav', durationS: 1200 }], finds: ['shape.long'] },
    { files: [{ name: 'Ember.wav', durationS: 12 }], finds: ['shape.short'] },
    { files: [{ name: 'Ember.wav', channels: 6 }], finds: ['shape.multichannel'] },
    { files: [{ name: 'Ember.wav', bitDepth: 32 }, 'Low Tide'], finds: ['shape.float'] },
    { files: [{ name: 'Ember.mp3', container: 'mp3', bitDepth: null }, 'Ember'], finds: ['shape.lossyBeside'] },
    { files: [{ name: 'Ember.mp3', container: 'mp3', bitDepth: null }], finds: [] },
  ],
  of: ({ batch, file }) => shapeEvidence(batch, file),
});
