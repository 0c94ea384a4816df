import type { Batch } from '../batch/types.js';
import { score } from '../evidence/measures.js';
import { isrcEvidence } from '../evidence/rules/isrc.js';
import type { BatchFile } from '../reading/batch-file.js';
import { trackNumberOf } from '../reading/track-number.js';

/** Tracks that any evidence supports; the others are not examined. */
export function plausibleTracks(batch: Batch, file: BatchFile): number[] {
  const anyway = batch.tracks.length <= 2;
  const named = Math.max(0.3, Math.max(0, ...file.titles.map(score)) - 0.65);
  return batch.tracks.flatMap((track, trackIndex) => {
    const mark = trackNumberOf(file, trackIndex);
    const numbered = mark !== null && mark.position + batch.numbering.offset(mark.group) === track.trackNumber;
    const length = file.file.durationS;
    const known = batch.lengths[trackIndex];
    // Another file of the same length proves nothing about a file whose title is certain.
    const near =
      length && known && known.file !== file.index && (known.file < 0 || file.anchor < 0)
        ? Math.abs(length - known.seconds) <= Math.max(4, 0.015 * known.seconds)
        : false;
    const relation = batch.sounds.ofTrack(file.index, trackIndex);
    const plausible =
      anyway ||
      numbered ||
      near ||
      score(file.titles[trackIndex]) >= named ||
      score(file.folderTitles?.[trackIndex]) >= 0.7 ||
      score(file.tagTitles?.[trackIndex]) >= 0.5 ||
      file.file.tags?.trackNumber === track.trackNumber ||
      (relation !== null && relation !== 'other' && relation !== 'unclear') ||
      isrcEvidence(batch, file, trackIndex).some((item) => item.kind === 'isrc.agrees');
    return plausible ? [trackIndex] : [];
  });
}
