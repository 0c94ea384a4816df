import { nearness, SAME_LENGTH_S } from '../../batch/lengths.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { type Item, sentence } from '../items.js';
import { clock, FAR_S, ramp } from '../measures.js';
import { defineRule } from '../rule.js';

/** Evidence from other files of the song that have the same length. */
function equalSibling(batch: Batch, file: BatchFile, trackIndex: number, length: number): Item[] {
  const sibling = batch.files.find(
    (other) =>
      other !== file &&
      (other.assignedTo === trackIndex || (other.assignedTo < 0 && other.anchor === trackIndex)) &&
      Math.abs((other.file.durationS ?? 0) - length) <= SAME_LENGTH_S,
  );
  if (!sibling) return [];
  const text = (): string => `Length ${clock(length)} equals that of “${sibling.file.name}”`;
  return [{ kind: 'duration.sibling', value: 1, text }];
}

function durationEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const length = file.file.durationS;
  const source = batch.lengths[trackIndex];
  if (!length || !source) return [];
  if (source.file === file.index) return equalSibling(batch, file, trackIndex, length);
  const known = source.seconds;
  const apart = Math.abs(length - known);
  const share = apart / known;
  const own = source.file < 0 ? 'original' : `“${batch.files[source.file]?.file.name ?? ''}”`;
  const ofOwn = source.file < 0 ? "the original's" : `that of ${own}`;
  const shift = Math.abs(source.shift).toFixed(1);
  const asAll =
    source.shift === 0 ? '' : `, but for the ${shift} s that all here are ${source.shift > 0 ? 'longer' : 'shorter'}`;
  if (apart <= 1 && source.file >= 0)
    return [{ kind: 'duration.sibling', value: 1, text: () => `Length ${clock(length)} equals ${ofOwn}` }];
  if (apart <= 1) {
    const items: Item[] = [
      { kind: 'duration.equal', value: 1, text: () => `Length ${clock(length)} equals ${ofOwn}${asAll}` },
    ];
    const others = batch.lengths.flatMap((other, o) =>
      o !== trackIndex && other ? [Math.abs(other.seconds - length)] : [],
    );
    const within = apart <= batch.tolerance ? batch.tolerance : SAME_LENGTH_S;
    const alone = ramp(Math.min(...others, Infinity), within, FAR_S * within);
    if (alone > 0 && batch.tracks.length > 1)
      items.push({ kind: 'duration.only', value: alone, text: sentence('No other track is that long') });
    if (alone > 0 && batch.timed > 0 && file.anchor < 0)
      items.push({
        kind: 'duration.timed',
        value: alone * batch.timed,
        text: sentence('Nearly every file here is as long as one track'),
      });
    return items;
  }
  if (apart <= 4 || share <= 0.015) {
    const near: Item = {
      kind: 'duration.near',
      value: 1,
      text: () => `Length ${clock(length)} is close to ${ofOwn}, ${clock(known)}${asAll}`,
    };
    const nearest = nearness(batch.lengths, length, trackIndex);
    return nearest === 0
      ? [near]
      : [near, { kind: 'duration.nearest', value: nearest, text: sentence('No other track is nearly that long') }];
  }
  const edit = length > known ? batch.edits.get(trackIndex) : undefined;
  if (edit && edit !== file) return [];
  const kind = share <= 0.08 ? 'duration.off' : 'duration.far';
  return [
    {
      kind,
      value: 1,
      text: () => `Length ${clock(length)}, but ${source.file < 0 ? `the ${own}` : own} has ${clock(known)}`,
    },
  ];
}

export const lengthRule = defineRule({
  kinds: [
    'duration.equal',
    'duration.only',
    'duration.timed',
    'duration.sibling',
    'duration.near',
    'duration.nearest',
    'duration.off',
    'duration.far',
  ],
  examples: [
    { files: [{ name: 'a.wav', durationS: 180 }], lengths: true, finds: ['duration.equal', 'duration.only'] },
    {
      files: [180, 197, 214, 231].map((durationS, i) => ({ name: `a${i}.wav`, durationS })),
      lengths: true,
      finds: ['duration.equal', 'duration.only', 'duration.timed'],
    },
    { files: [{ name: 'Ember.wav', durationS: 180.2 }], lengths: true, finds: ['duration.equal', 'duration.only'] },
    { files: [{ name: 'Ember.wav', durationS: 182.5 }], lengths: true, finds: ['duration.near', 'duration.nearest'] },
    { files: [{ name: 'Ember.wav', durationS: 190 }], lengths: true, finds: ['duration.off'] },
    { files: [{ name: 'Ember.wav', durationS: 240 }], lengths: true, finds: ['duration.far'] },
    {
      files: [
        { name: 'a.wav', durationS: 200 },
        { name: 'Ember.wav', durationS: 200 },
      ],
      finds: ['duration.sibling'],
    },
  ],
  of: ({ batch, file, trackIndex }) => durationEvidence(batch, file, trackIndex),
});
