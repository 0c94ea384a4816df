import type { StagingFile, TrackEntry } from '../../api';
import type { SlotType } from '../../lib/words';
import { isPlaced, placeKey, type Placement } from './assignments';

/** One placement: into a slot, or out of its slot if `target` is null. */
export interface Step {
  fileId: string;
  target: { trackId: string; slotType: SlotType } | null;
  /** Do not replace a file that another person has assigned meanwhile. */
  onlyIfEmpty?: boolean;
}

export const stepsOf = (placements: Placement[], onlyIfEmpty = false): Step[] =>
  placements.map(({ fileId, trackId, slotType }) => ({ fileId, target: { trackId, slotType }, onlyIfEmpty }));

function placed(file: StagingFile, target: Step['target'], trackNumber: number): StagingFile {
  const onItsWay = file.status === 'incoming';
  if (target === null) return { ...file, status: onItsWay ? 'incoming' : 'pending', assignment: null };
  return {
    ...file,
    status: onItsWay ? 'incoming' : 'assigned',
    assignment: { trackId: target.trackId, slotType: target.slotType, trackNumber },
  };
}

const holdersIn = (files: StagingFile[]) =>
  new Map(
    files.flatMap((file) => (file.assignment && isPlaced(file) ? [[placeKey(file.assignment), file.id] as const] : [])),
  );

/** The files after the steps, in the same order; files that lose their slot become pending. */
export function afterSteps(files: StagingFile[], entries: TrackEntry[], steps: Step[]): StagingFile[] {
  if (steps.length === 0) return files;
  const numbers = new Map(entries.map(({ track }) => [track.id, track.trackNumber]));
  const changed = new Map(files.map((file) => [file.id, file]));
  const holders = holdersIn(files);
  for (const { fileId, target } of steps) {
    const file = changed.get(fileId);
    const trackNumber = target === null ? 0 : numbers.get(target.trackId);
    if (!file || file.status === 'released' || trackNumber === undefined) continue;
    if (file.assignment) holders.delete(placeKey(file.assignment));
    if (target !== null) {
      const before = changed.get(holders.get(placeKey(target)) ?? '');
      if (before && before.id !== fileId) changed.set(before.id, placed(before, null, 0));
      holders.set(placeKey(target), fileId);
    }
    changed.set(fileId, placed(file, target, trackNumber));
  }
  return files.map((file) => changed.get(file.id) ?? file);
}

/** The steps that undo the given ones; steps that empty a slot come first, so that it is free. */
export function stepsBack(before: StagingFile[], entries: TrackEntry[], steps: Step[]): Step[] {
  const after = afterSteps(before, entries, steps);
  const moved = before.filter((file, index) => {
    const now = after[index]?.assignment ?? null;
    return (file.assignment && placeKey(file.assignment)) !== (now && placeKey(now));
  });
  const out = moved.filter(({ assignment }) => assignment === null);
  const home = moved.filter(({ assignment }) => assignment !== null);
  return [...out, ...home].map(({ id, assignment }) => ({
    fileId: id,
    target: assignment && { trackId: assignment.trackId, slotType: assignment.slotType },
  }));
}

/** The tracks with slots filled according to the files, so that both agree before the server has replied. */
export function slotsHeldBy(files: StagingFile[], entries: TrackEntry[]): TrackEntry[] {
  const holders = holdersIn(files);
  return entries.map(({ track, slots }) => ({
    track,
    slots: slots.map((slot) => ({ ...slot, stagingFileId: holders.get(placeKey(slot)) ?? null })),
  }));
}
