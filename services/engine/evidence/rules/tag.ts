import type { Batch } from '../../batch/types.js';
import { fold } from '../../lexicon/fold.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { Item } from '../items.js';
import { ramp, score } from '../measures.js';
import { defineRule } from '../rule.js';

/** True if two names of people or bands mean the same, for example with and without article or guests. */
function sameArtist(a: string, b: string): boolean {
  const [x, y] = [fold(a), fold(b)];
  return x !== '' && y !== '' && (x.includes(y) || y.includes(x));
}

function tagEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const { tags } = file.file;
  const track = batch.tracks[trackIndex];
  const items: Item[] = [];
  if (!tags || !track) return items;
  const tagged = file.tagTitles ?? [];
  const value = score(tagged[trackIndex]);
  const best = Math.max(0, ...tagged.map(score));
  const trust = batch.tagTrust.title;
  if (value >= 0.6 && value >= best - 0.05)
    items.push({ kind: 'tag.title', value: ramp(value, 0.5, 1) * trust, text: () => `Embedded title “${tags.title}”` });
  else if (best >= 0.6)
    items.push({
      kind: 'tag.titleOther',
      value: (best - value) * trust,
      text: () => `Embedded title “${tags.title}” is another track's`,
    });
  if (tags.trackNumber) {
    if (tags.trackNumber === track.trackNumber)
      items.push({
        kind: 'tag.number',
        value: batch.tagTrust.number,
        text: () => `Embedded track number ${tags.trackNumber}`,
      });
  }
  if (tags.artist && batch.project.artist && !sameArtist(tags.artist, batch.project.artist)) {
    const usual = batch.files.filter(
      (other) => other.file.tags?.artist && sameArtist(other.file.tags.artist, tags.artist ?? ''),
    ).length;
    if (usual * 2 < batch.files.length || usual <= 1)
      items.push({ kind: 'tag.artistOther', value: 1, text: () => `Embedded artist “${tags.artist}” is someone else` });
  }
  return items;
}

export const tagRule = defineRule({
  kinds: ['tag.title', 'tag.titleOther', 'tag.number', 'tag.artistOther'],
  examples: [
    { files: [{ name: 'x.wav', tags: { title: 'Ember', trackNumber: 1 } }], finds: ['tag.title', 'tag.number'] },
    {
      files: [{ name: 'x.wav', tags: { title: 'Low Tide', trackNumber: 2 } }],
      finds: ['tag.titleOther'],
    },
    { files: [{ name: 'Ember.wav', tags: { artist: 'Bram Oort' } }], finds: ['tag.artistOther'] },
  ],
  of: ({ batch, file, trackIndex }) => tagEvidence(batch, file, trackIndex),
});
