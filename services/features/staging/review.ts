import { slotLabel, type StagingStatus } from '../../platform/domain-words.js';
import type { SlotView } from '../tracks/tracks.schema.js';
import type { StagedRow } from './staging-rows.view.js';

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
  /** Why it could not be read, if so. */
  failure: string | null;
}

export interface Review {
  /** Any of them refuses the release. */
  errors: string[];
  warnings: string[];
  tracks: TrackReview[];
}

export const reviewed = ({ file: { id, originalName, status }, audio }: StagedRow): ReviewFile => ({
  id,
  originalName,
  status,
  failure: audio.state === 'failed' ? (audio.error?.message ?? 'It cannot be decoded.') : null,
});

/** What stands against a release and what an engineer should know before it; `files` are the project's visible staged ones. */
export function review(tracks: ReviewTrack[], files: ReviewFile[]): Review {
  const errors: string[] = [];
  const warnings: string[] = [];
  const reviews: TrackReview[] = [];
  const unreleased: number[] = [];
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
    if (waiting.length > 0) unreleased.push(track.trackNumber);
  }
  if (unreleased.length > 0) {
    warnings.push(`${trackList(unreleased)} assigned files in staging that haven't been released yet`);
  }
  const unassigned = files.filter((file) => file.status === 'pending').length;
  if (unassigned > 0) {
    warnings.push(`${unassigned} files in staging are not assigned to any track slots`);
  }
  return { errors, warnings, tracks: reviews };
}

/** 'Track 3 has', 'Tracks 1–4, 7 and 9 have': one sentence for however many. */
function trackList(numbers: number[]): string {
  if (numbers.length === 1) return `Track ${numbers[0]} has`;
  const runs: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  const parts = runs.flatMap(([first, last]) =>
    last - first < 2 ? [...new Set([first, last])].map(String) : [`${first}–${last}`],
  );
  const all = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `Tracks ${all} have`;
}
