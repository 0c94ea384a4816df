import type { Fingerprint } from '../types.js';
import { agreementAt, ITEMS_PER_SECOND } from './sound.js';

const SEGMENT = Math.round(4 * ITEMS_PER_SECOND);
/** How much earlier or later than the mix a master may begin. */
const TRIMMED = Math.round(4 * ITEMS_PER_SECOND);
/** A smaller difference is trimming, not a cut. */
const CUT_S = 3;
/** Least gain in agreement that justifies a jump, because music repeats itself. */
const JUMP = 0.1;
const SAME = 0.8;
/** The segment around a cut agrees less, and so may one segment in ten. */
const SEGMENT_SAME = 0.7;
const MOST = 0.85;
/** Weight of a segment after the two minutes that are known of the other file: less than a match, more than chance. */
const UNKNOWN = 0.75;

/**
 * True if `own`, shorter than `whole` by `seconds`, is the same recording with passages cut out, like a radio edit. Its
 * segments then follow each other in `whole`, with gaps no longer than the difference.
 */
export function isShortened(own: Fingerprint, whole: Fingerprint, seconds: number): boolean {
  if (!(seconds >= CUT_S)) return false;
  const shifts = Math.round(seconds * ITEMS_PER_SECOND) + 2 * TRIMMED;
  const starts = Array.from({ length: Math.floor(own.length / SEGMENT) }, (_, i) => i * SEGMENT);
  const agreements = starts.map((start) => {
    const segment = Array.from({ length: SEGMENT }, (_, i) => own[start + i] ?? 0);
    return Float64Array.from({ length: shifts }, (_, s) =>
      start + s - TRIMMED + SEGMENT > whole.length ? UNKNOWN : agreementAt(segment, whole, start + s - TRIMMED),
    );
  });
  const path = risingPath(agreements).filter(({ value }) => value !== UNKNOWN);
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last || path.length * 2 < starts.length) return false;
  const mean = path.reduce((sum, { value }) => sum + value, 0) / path.length;
  const fitting = path.filter(({ value }) => value >= SEGMENT_SAME).length;
  const cut = (last.at - first.at) / ITEMS_PER_SECOND;
  return mean >= SAME && fitting >= MOST * path.length && cut >= CUT_S - 1;
}

/** The path with the highest sum through the rows, with one position in each row and never backwards. */
function risingPath(rows: readonly Float64Array[]): { at: number; value: number }[] {
  const width = rows[0]?.length ?? 0;
  let sums = new Float64Array(width);
  const from: Int32Array[] = [];
  for (const row of rows) {
    const next = new Float64Array(width);
    const came = new Int32Array(width);
    let best = 0;
    for (let at = 0; at < width; at++) {
      if (sums[at]! > sums[best]!) best = at;
      const jumps = sums[best]! - JUMP > sums[at]!;
      came[at] = jumps ? best : at;
      next[at] = row[at]! + (jumps ? sums[best]! - JUMP : sums[at]!);
    }
    sums = next;
    from.push(came);
  }
  let at = sums.indexOf(Math.max(...sums));
  const path = rows.map(() => ({ at: 0, value: 0 }));
  for (let i = rows.length - 1; i >= 0; i--) {
    path[i]!.at = at;
    path[i]!.value = rows[i]![at]!;
    at = from[i]![at] ?? at;
  }
  return path;
}
