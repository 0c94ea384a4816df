import type { RemainingWords } from '../../batch/remaining-words.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { trackNumberOf } from '../../reading/track-number.js';
import { type Item, sentence } from '../items.js';
import { defineRule } from '../rule.js';

function numberEvidence(batch: Batch, file: BatchFile, trackIndex: number, remaining: RemainingWords): Item[] {
  const mark = trackNumberOf(file, trackIndex);
  const track = batch.tracks[trackIndex];
  if (!mark || !track) return [];
  const position = mark.position + batch.numbering.offset(mark.group);
  const trust = batch.numbering.trust(mark.group);
  const digits = mark.text.replace(/^\D+/, '');
  const structured = mark.kind === 'side' || mark.kind === 'disc' || mark.kind === 'track';
  if (position === track.trackNumber) {
    const where =
      mark.kind === 'side'
        ? `Side position ${mark.text} is track ${track.trackNumber}`
        : mark.kind === 'disc'
          ? `“${mark.text}” counts as track ${track.trackNumber}`
          : `Number ${digits} in the name`;
    const items: Item[] = [
      { kind: structured ? 'number.structured' : 'number.agrees', value: trust, text: sentence(where) },
    ];
    if (remaining.onlyNumber)
      items.push({ kind: 'number.alone', value: trust, text: sentence('The name is the number alone') });
    return items;
  }
  const items: Item[] = [
    {
      kind: 'number.disagrees',
      value: trust,
      text: () => `Number ${digits} in the name is not track ${track.trackNumber}`,
    },
  ];
  if (!batch.tracks.some((other) => other.trackNumber === position)) {
    items.push({ kind: 'number.beyond', value: trust, text: () => `The project has no track ${position}` });
  }
  return items;
}

export const numberRule = defineRule({
  kinds: ['number.agrees', 'number.structured', 'number.alone', 'number.disagrees', 'number.beyond'],
  examples: [
    { files: ['01 Ember'], finds: ['number.agrees'] },
    { files: ['Track 1'], finds: ['number.structured', 'number.alone'] },
    { files: ['01'], finds: ['number.agrees', 'number.alone'] },
    { files: ['02 Ember'], finds: ['number.disagrees'] },
    { files: ['09 Ember'], finds: ['number.disagrees', 'number.beyond'] },
  ],
  of: ({ batch, file, trackIndex, remaining }) => numberEvidence(batch, file, trackIndex, remaining),
});
