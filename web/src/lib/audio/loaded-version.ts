import { COMPARED_S, findOffset, SEARCH_S } from './align';
import { LEAD_S, type PlaybackRun } from './playback-run';
import type { TrackBuffer } from './track-buffer';
import type { Version } from './version';

export const AHEAD_S = 10;
/** The silent versions are fetched only after the audible one has this much buffered. */
const FIRST_AHEAD_S = 3;
/** Silent versions have this much buffered, which is enough to switch to them and load the rest. */
const SILENT_AHEAD_S = 4;

/** If the first cell has less than this left, the next cell must be loaded too. */
export const ENOUGH_S = 0.4;

/** The start of a repeated passage is kept, and scheduled this long before its end. */
export const REPEAT_AHEAD_S = 1;

/** A passage on the common timeline, in samples. */
export interface Passage {
  from: number;
  to: number;
}

/** A version that is fetched and decoded. Positions are in samples on the common timeline. */
export interface LoadedVersion {
  version: Version;
  track: TrackBuffer;
  /** Whether the exact alignment has been searched for. */
  aligned: boolean;
}

/** True if the alignment is a guess that has not been checked yet. */
export const needsAlignment = ({ version, aligned }: LoadedVersion): boolean => version.rough && !aligned;

/** Samples by which the version is ahead of the common timeline. */
export const shiftOf = ({ version }: LoadedVersion, rate: number): number => Math.round(version.shiftS * rate);

/** Whether enough is loaded to begin at a position. */
export function canBegin({ track, version }: LoadedVersion, place: number): boolean {
  const { grid } = track;
  if (!grid) return false;
  const from = Math.max(0, place + Math.round(version.shiftS * grid.rateHz));
  const index = grid.indexAt(from);
  const cell = grid.cell(index);
  if (!cell) return true;
  if (!track.cellAt(index)) return false;
  const short = cell.end - from < ENOUGH_S * grid.rateHz;
  return !short || grid.cell(index + 1) === null || track.cellAt(index + 1) !== null;
}

/**
 * Finds the exact alignment of a version whose alignment is only a guess, in seconds. Null if nothing is loaded yet to compare, or
 * the guess stays.
 */
function align(player: LoadedVersion, audible: LoadedVersion, place: number, rate: number): number | null {
  if (!needsAlignment(player)) return null;
  const [length, reach] = [COMPARED_S * rate, SEARCH_S * rate].map(Math.round) as [number, number];
  const piece = audible.track.samples(place + shiftOf(audible, rate), length);
  const other = piece && player.track.samples(place + shiftOf(player, rate) - reach, length + 2 * reach);
  if (!other) return null;
  player.aligned = true;
  const found = findOffset(piece, other);
  if (found === null) return null;
  const shiftS = (shiftOf(player, rate) + found - reach) / rate;
  player.version = { ...player.version, shiftS, rough: false };
  return shiftS;
}

/** Like `align`, for all versions; reports those that were found. */
export function alignAll(
  all: LoadedVersion[],
  audible: LoadedVersion,
  place: number,
  rate: number,
  found: (id: string, shiftS: number) => void,
): void {
  for (const player of all) {
    const shiftS = player === audible ? null : align(player, audible, place, rate);
    if (shiftS !== null) found(player.version.id, shiftS);
  }
}

/** Whether a run has played all of a version, or reaches a part that was not loaded in time; null if it plays on. */
export function endOf(player: LoadedVersion, run: PlaybackRun): 'ended' | 'not loaded' | null {
  const { grid } = player.track;
  if (!grid) return null;
  const place = run.place() + shiftOf(player, grid.rateHz);
  const until = run.until(player.track) ?? Infinity;
  if (place >= grid.samples) return 'ended';
  return until < grid.samples && until < place + LEAD_S * grid.rateHz ? 'not loaded' : null;
}

export interface LoadedAudio {
  audible: LoadedVersion;
  /** Becomes audible as soon as enough of it is loaded. */
  next: LoadedVersion | null;
  all: LoadedVersion[];
  run: PlaybackRun | null;
  passage: Passage | null;
}

/** Fetches what follows a position, the audible version first. */
export function fetchAhead({ audible, next, all, run, passage }: LoadedAudio, place: number, rate: number): void {
  const fetch = (player: LoadedVersion, from: number, aheadS: number) => {
    const shift = shiftOf(player, rate);
    player.track.prefetch(from + shift, aheadS, passage && { from: passage.from + shift, seconds: REPEAT_AHEAD_S });
  };
  fetch(audible, place, AHEAD_S);
  const until = run?.until(audible.track) ?? 0;
  const ends = until >= (audible.track.grid?.samples ?? Infinity);
  const others = next !== null || ends || until - place - shiftOf(audible, rate) > FIRST_AHEAD_S * rate;
  if (!others || !audible.track.grid) return;
  for (const player of all) {
    if (player === audible) continue;
    const earlier = needsAlignment(player) ? SEARCH_S * rate : 0;
    fetch(player, place - earlier, player === next ? AHEAD_S : SILENT_AHEAD_S);
  }
}

/** Fetches what is needed to find the exact alignment at a position. */
export function fetchToAlign(player: LoadedVersion, audible: LoadedVersion, place: number, rate: number): void {
  audible.track.prefetch(place + shiftOf(audible, rate), COMPARED_S);
  player.track.prefetch(place + shiftOf(player, rate) - SEARCH_S * rate, COMPARED_S + 2 * SEARCH_S);
}

/** Schedules what is decoded; only one version is heard. */
export function scheduleAll(run: PlaybackRun, all: LoadedVersion[], audible: LoadedVersion, rate: number): void {
  for (const player of all) {
    if (player !== audible && needsAlignment(player)) continue;
    run.schedule(player.track, shiftOf(player, rate), player === audible ? player.version.gain : 0);
  }
}

/** Whether a version is scheduled far enough ahead to switch to it, or completely. */
export function isReady(player: LoadedVersion, run: PlaybackRun, place: number, rate: number): boolean {
  const { grid } = player.track;
  const until = run.until(player.track) ?? 0;
  return grid !== null && (until > place + shiftOf(player, rate) + ENOUGH_S * rate || until >= grid.samples);
}
