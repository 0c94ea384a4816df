import { ITEMS_PER_SECOND } from '../../engine/batch/sound.js';

export interface FoundTrack {
  trackId: string;
  /** Where it begins on the side, within an eighth of a second. */
  startS: number;
  /** Share of equal bits: 0.5 for other sound, 1 for the same. */
  agreement: number;
}

/** Masters of one recording agree in more; different songs in less. */
const ALIKE = 0.65;
/** Fewer items than this say nothing. */
const LEAST_ITEMS = Math.round(4 * ITEMS_PER_SECOND);
/** A side has to hold this share of a fingerprint, so that no few items at its end are taken for a track. */
const LEAST_SHARE = 0.75;
/** Neighbouring items overlap, so every fourth one is enough to find a place. */
const STEP = 4;

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

/** Where tracks begin on a side, by their fingerprints, in the order of the side. Tracks that are not on it are left out. */
export function startsOn(
  side: readonly number[],
  tracks: readonly { trackId: string; print: readonly number[] }[],
): FoundTrack[] {
  const found = tracks.flatMap(({ trackId, print }): FoundTrack[] => {
    if (print.length < LEAST_ITEMS) return [];
    let [start, best] = [0, 0];
    for (let at = 0; at + LEAST_SHARE * print.length <= side.length; at += 1) {
      const agreement = agreementAt(side, print, at, STEP);
      if (agreement > best) [start, best] = [at, agreement];
    }
    const agreement = agreementAt(side, print, start, 1);
    return agreement >= ALIKE ? [{ trackId, startS: start / ITEMS_PER_SECOND, agreement }] : [];
  });
  return found.sort((one, other) => one.startS - other.startS);
}
