import { slotLabel, type StagingStatus } from '../../platform/domain-words.js';
import type { SlotView } from '../tracks/tracks.schema.js';
import type { StagedRow } from './staging.view.js';

export interface ReviewTrack {
  track: { id: string; trackNumber: number; title: string };
  slots: Pick<SlotView, 'slotType' | 'isRequired' | 'fileId' | 'stagingFileId'>[];
}

export interface TrackReview {
  trackId: string;
  required: number;
  filled: number;
  /** Every required slot is filled. */
  ready: boolean;
  /** Staged files that a release would publish. */
  waiting: number;
  /** Slots that hold a released file. */
  released: number;
}

export interface ReviewFile {
  id: string;
  originalName: string;
  status: StagingStatus;
  /** Whether it is delivered besides the masters in slots. */
  isDeliverable: boolean;
  /** The reason why it could not be read, if it failed. */
  failure: string | null;
  /** Why its release needs a reason: errors in a deliverable, or checks that are not done. */
  faults: readonly string[];
}

export interface Review {
  /** Each of them prevents the release of masters. */
  errors: string[];
  warnings: string[];
  tracks: TrackReview[];
}

export const reviewed = (
  { file: { id, originalName, status, deliverable }, audio }: StagedRow,
  faults: ReadonlyMap<string, readonly string[]>,
): ReviewFile => ({
  id,
  originalName,
  status,
  isDeliverable: deliverable !== null,
  failure: audio.state === 'failed' ? (audio.error?.message ?? 'It cannot be decoded.') : null,
  faults: faults.get(id) ?? [],
});

/** Errors that prevent the release of a file that has no slot. Those of the tracks do not concern it. */
export const deliverableErrors = ({ originalName, failure }: ReviewFile): string[] =>
  failure ? [`${originalName} cannot be released: ${failure}`] : [];

/**
 * Errors that prevent a release, and warnings that an engineer should see before it. `files` are the project's visible
 * staged files.
 */
export function review(tracks: ReviewTrack[], files: ReviewFile[]): Review {
  const errors: string[] = [];
  const warnings: string[] = [];
  const reviews: TrackReview[] = [];
  const staged = new Map(files.map((file) => [file.id, file]));
  for (const { track, slots } of tracks) {
    const name = `Track ${track.trackNumber} "${track.title}"`;
    const required = slots.filter((slot) => slot.isRequired);
    const missing = required.filter((slot) => !slot.fileId && !slot.stagingFileId);
    const waiting = slots.flatMap((slot) => staged.get(slot.stagingFileId ?? '') ?? []);
    reviews.push({
      trackId: track.id,
      required: required.length,
      filled: required.length - missing.length,
      ready: missing.length === 0,
      waiting: waiting.length,
      released: slots.filter((slot) => slot.fileId !== null).length,
    });
    if (missing.length > 0) {
      errors.push(`${name} is missing required masters: ${missing.map((slot) => slotLabel(slot.slotType)).join(', ')}`);
    }
    for (const file of waiting) {
      if (file.failure) errors.push(`${name}: ${file.originalName} cannot be released: ${file.failure}`);
    }
    if (waiting.length > 0) {
      warnings.push(`Track ${track.trackNumber} has assigned files in staging that haven't been released yet`);
    }
  }
  for (const file of files) {
    if (!file.isDeliverable || file.status !== 'assigned') continue;
    errors.push(...deliverableErrors(file));
    const { failure, faults, originalName } = file;
    if (failure || faults.length === 0) continue;
    warnings.push(
      faults.length === 1
        ? `${originalName}: ${faults[0]!} Its release needs a reason.`
        : `Checks found ${faults.length} errors in ${originalName}. Its release needs a reason.`,
    );
  }
  const unassigned = files.filter((file) => file.status === 'pending').length;
  if (unassigned > 0) {
    const files = unassigned === 1 ? '1 file in staging is' : `${unassigned} files in staging are`;
    warnings.push(`${files} not assigned to any track slots`);
  }
  return { errors, warnings, tracks: reviews };
}
