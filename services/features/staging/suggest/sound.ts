import type { Fingerprint } from './types.js';

/** Chromaprint items per second: at 11025 Hz, frames of 4096 samples that advance by a third. */
const ITEMS_PER_SECOND = 11025 / 1365;

/** How two fingerprints compare where they overlap best. */
export interface SoundMatch {
  /** share of equal bits, 0.5 for unrelated sound, 1 for the same */
  agreement: number;
  /** the same for every second of the overlap, in order of the known sound */
  profile: number[];
}

const MAX_SHIFT = Math.round(12 * ITEMS_PER_SECOND);
const WINDOW = Math.round(ITEMS_PER_SECOND);
const MIN_OVERLAP = Math.round(4 * ITEMS_PER_SECOND);
const HASH_BITS = 12;

/** From here on it is the same recording, whatever gain, limiter, rate or codec (measured). */
export const SAME = 0.85;

function bits(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function agreementAt(a: Fingerprint, b: Fingerprint, shift: number): number {
  const from = Math.max(0, -shift);
  const to = Math.min(a.length, b.length - shift);
  if (to - from < Math.min(MIN_OVERLAP, a.length, b.length)) return 0;
  let different = 0;
  for (let i = from; i < to; i++) different += bits(((a[i] ?? 0) ^ (b[i + shift] ?? 0)) >>> 0);
  return 1 - different / (32 * (to - from));
}

function profileAt(a: Fingerprint, b: Fingerprint, shift: number): number[] {
  const profile: number[] = [];
  const first = Math.ceil(Math.max(0, shift) / WINDOW) * WINDOW;
  for (let start = first; start + WINDOW <= Math.min(b.length, a.length + shift); start += WINDOW) {
    let different = 0;
    for (let i = start; i < start + WINDOW; i++) different += bits(((a[i - shift] ?? 0) ^ (b[i] ?? 0)) >>> 0);
    profile.push(1 - different / (32 * WINDOW));
  }
  return profile;
}

/**
 * True when `own` is the recording of `whole` with some passages altered, as words are muted for a clean version: many
 * seconds compare with the known sound exactly as those of `whole` do, some worse. A muted word spoils three seconds, so
 * that in a short song every other one may be worse.
 */
export function isRetouched(own: SoundMatch, whole: SoundMatch): boolean {
  const seconds = Math.min(own.profile.length, whole.profile.length);
  if (seconds < 8 || own.agreement >= whole.agreement) return false;
  let alike = 0;
  let touched = 0;
  let worse = 0;
  for (let i = 0; i < seconds; i++) {
    const loss = (whole.profile[i] ?? 0) - (own.profile[i] ?? 0);
    if (Math.abs(loss) <= 0.025) alike++;
    if (loss >= 0.02) touched++;
    if (loss >= 0.04) worse++;
  }
  const passages = worse >= 2 || (worse === 1 && touched >= 3);
  return passages && alike >= 0.4 * seconds && worse >= 0.015 * seconds;
}

/**
 * Finds, among many fingerprints, those that share sound with another one: equal 12-bit parts vote for a pair and a
 * shift, the best shifts are then compared bit by bit. Linear in the number of fingerprints for ordinary music.
 */
export class SoundIndex {
  private readonly postings: Int32Array[];
  private readonly prints: readonly Fingerprint[];

  constructor(prints: readonly Fingerprint[]) {
    this.prints = prints;
    const counts = new Int32Array(1 << HASH_BITS);
    const hash = (value: number): number => value >>> (32 - HASH_BITS);
    for (const print of prints) for (let i = 0; i < print.length; i++) counts[hash(print[i] ?? 0)]!++;
    this.postings = Array.from(counts, (count) => new Int32Array(count * 2));
    const filled = new Int32Array(1 << HASH_BITS);
    prints.forEach((print, p) => {
      for (let i = 0; i < print.length; i++) {
        const h = hash(print[i] ?? 0);
        const list = this.postings[h]!;
        list[filled[h]!++] = p;
        list[filled[h]!++] = i;
      }
    });
  }

  /** Comparison of `print` with every fingerprint of the index; `null` where there is nothing to compare. */
  compare(print: Fingerprint): (SoundMatch | null)[] {
    const width = 2 * MAX_SHIFT + 1;
    const votes = new Uint16Array(this.prints.length * width);
    const step = print.length > 400 ? 2 : 1;
    for (let i = 0; i < print.length; i += step) {
      const list = this.postings[(print[i] ?? 0) >>> (32 - HASH_BITS)]!;
      if (list.length > 4000) continue;
      for (let at = 0; at < list.length; at += 2) {
        const shift = list[at + 1]! - i;
        if (shift >= -MAX_SHIFT && shift <= MAX_SHIFT) votes[list[at]! * width + shift + MAX_SHIFT]!++;
      }
    }
    return this.prints.map((other, p) => {
      if (other.length < WINDOW * 2 || print.length < WINDOW * 2) return null;
      let best = MAX_SHIFT;
      for (let s = 0; s < width; s++) if (votes[p * width + s]! > votes[p * width + best]!) best = s;
      const shift = best - MAX_SHIFT;
      let agreement = agreementAt(print, other, shift);
      if (shift !== 0) agreement = Math.max(agreement, agreementAt(print, other, 0));
      const at = agreement === agreementAt(print, other, shift) ? shift : 0;
      return { agreement, profile: agreement >= SAME ? profileAt(print, other, at) : [] };
    });
  }
}
