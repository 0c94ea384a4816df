import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import { DOUBTFUL, MOSTLY_NOT, UNDECIDED, type Veto, veto } from '../veto.js';

/** At least this many files, all of them lossy, are a delivery; fewer are references. */
const LOSSY_DELIVERY = 3;

function noDelivery(batch: Batch, file: BatchFile, trackIndex: number): Veto[] {
  const { channels } = file.file;
  if (channels && channels > 2)
    return [veto('veto.surround', MOSTLY_NOT, `${channels} channels, where slots take stereo`)];
  const stereo = batch.files.some(
    (other) => other !== file && other.likely === trackIndex && other.file.channels === 2,
  );
  const isMonoSong = batch.titles[trackIndex]?.words.some(({ key }) => key === 'mono');
  if (channels === 1 && stereo && !isMonoSong)
    return [veto('veto.mono', DOUBTFUL, 'Mono, while another file of this song is stereo')];
  const alone = batch.files.length < LOSSY_DELIVERY && batch.files.every(({ format }) => format === 'lossy');
  return alone ? [veto('veto.lossy', UNDECIDED, 'A lossy file, as references are')] : [];
}

export const deliveryVeto = defineVeto({
  kinds: ['veto.surround', 'veto.mono', 'veto.lossy'],
  examples: [
    { files: [{ name: 'Ember.wav', channels: 6 }], finds: ['veto.surround'] },
    { files: [{ name: 'Ember mono.wav', channels: 1 }, 'Ember'], finds: ['veto.mono'] },
    { files: [{ name: 'Ember.mp3', container: 'mp3', bitDepth: null }], finds: ['veto.lossy'] },
  ],
  of: ({ batch, file, trackIndex }) => noDelivery(batch, file, trackIndex),
});
