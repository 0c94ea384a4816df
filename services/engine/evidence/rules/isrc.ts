import { isrcHolder, plainIsrc } from '../../batch/isrc.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { Item } from '../items.js';
import { defineRule } from '../rule.js';

export function isrcEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const track = batch.tracks[trackIndex];
  const own = plainIsrc(track?.isrc);
  const items: Item[] = [];
  for (const [isrc, source] of [
    [file.name.isrc, 'name'],
    [plainIsrc(file.file.tags?.isrc), 'tags'],
  ] as const) {
    if (!isrc) continue;
    const holder = isrcHolder(batch.tracks, isrc);
    if (holder === track) items.push({ kind: 'isrc.agrees', value: 1, text: () => `ISRC ${isrc} in the ${source}` });
    else if (!holder && batch.tracks.filter((other) => other.isrc).length * 2 >= batch.tracks.length && own) {
      items.push({
        kind: 'isrc.stranger',
        value: 1,
        text: () => `ISRC ${isrc} in the ${source} is not this project's`,
      });
    }
  }
  return items;
}

export const isrcRule = defineRule({
  kinds: ['isrc.agrees', 'isrc.stranger'],
  examples: [
    { files: ['GBABC2600001'], isrcs: true, finds: ['isrc.agrees'] },
    { files: ['GBABC2600002'], isrcs: true, finds: [] },
    { files: ['GBABC2600099'], isrcs: true, finds: ['isrc.stranger'] },
  ],
  of: ({ batch, file, trackIndex }) => isrcEvidence(batch, file, trackIndex),
});
