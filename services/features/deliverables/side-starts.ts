import { ITEMS_PER_SECOND } from '../../engine/batch/sound.js';

export interface FoundTrack {
  trackId: string;
  /** Where it begins on the side, within a sixteenth of a second (half an item of a fingerprint). */
  startS: number;
  /** Share of equal bits: 0.5 for other sound, 1 for the same. */
  agreement: number;
}

interface KnownTrack {
  trackId: string;
  print: readonly number[];
}

/** Masters of one recording agree in more; different songs in less. */
const ALIKE = 0.65;
/** Fewer items than this say nothing. */
const LEAST_ITEMS = Math.round(4 * ITEMS_PER_SECOND);
/** A side has to hold this share of a fingerprint, so that no few items at its end are taken for a track. */
const LEAST_SHARE = 0.75;
/** Neighbouring items overlap, so every fourth one is enough to find a place. */
const STEP = 4;
/**
 * The agreement changes by this much with the place of the sound between two items. Music that repeats agrees as well
 * some bars later.
 */
const AS_GOOD = 0.06;
/** The first two seconds: they agree at the beginning of a track, but not some bars before it. */
const HEAD_ITEMS = Math.round(2 * ITEMS_PER_SECOND);
const HEAD_AS_GOOD = 0.15;

function bits(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function agreementAt(side: readonly number[], print: readonly number[], start: number, step: number): number {
  let [different, count] = [0, 0];
  for (let at = 0; at < print.length && start + at < side.length; at += step) {
    different += bits((print[at]! ^ side[start + at]!) >>> 0);
    count += 1;
  }
  return count === 0 ? 0 : 1 - different / (32 * count);
}

/** Where the tracks begin on a side, in its order. Tracks that are not on it are left out. */
export function startsOn(side: readonly number[], tracks: readonly KnownTrack[]): FoundTrack[] {
  const found = tracks.flatMap(({ trackId, print }) => {
    const place = print.length < LEAST_ITEMS ? null : placeOf(side, print);
    return place && place.agreement >= ALIKE ? [{ trackId, ...place, end: place.start + print.length }] : [];
  });
  // An instrumental is found where its song is. Only the one that fits better is there.
  const kept: typeof found = [];
  for (const each of found.sort((one, other) => other.agreement - one.agreement)) {
    const middle = (each.start + each.end) / 2;
    const isTaken = kept.some(
      ({ start, end }) =>
        (start < middle && middle < end) || (each.start < (start + end) / 2 && (start + end) / 2 < each.end),
    );
    if (!isTaken) kept.push(each);
  }
  return kept
    .sort((one, other) => one.start - other.start)
    .map(({ trackId, start, agreement }) => ({ trackId, startS: start / ITEMS_PER_SECOND, agreement }));
}

/** The earliest of the places where a fingerprint agrees best. */
function placeOf(side: readonly number[], print: readonly number[]): { start: number; agreement: number } | null {
  const agreements: number[] = [];
  for (let at = 0; at + LEAST_SHARE * print.length <= side.length; at += 1) {
    agreements.push(agreementAt(side, print, at, STEP));
  }
  const best = agreements.reduce((most, agreement) => Math.max(most, agreement), 0);
  const head = print.slice(0, HEAD_ITEMS);
  const first = agreements.findIndex(
    (agreement, at) => agreement >= best - AS_GOOD && agreementAt(side, head, at, 1) >= best - HEAD_AS_GOOD,
  );
  if (best === 0) return null;
  let start = first === -1 ? agreements.indexOf(best) : first;
  while ((agreements[start + 1] ?? 0) > agreements[start]!) start += 1;
  return { start, agreement: agreementAt(side, print, start, 1) };
}
