/** Length of the stretch of audio that is compared. */
export const COMPARED_S = 0.5;
/** A fingerprint is accurate to an eighth of a second, so the search covers this much on both sides of its guess. */
export const SEARCH_S = 0.1;
const COARSE = 8;
/** Below this likeness the guess is kept: the audio is another mix, or silence. */
const MIN_LIKENESS = 0.5;

/** Correlation of two stretches of samples, from −1 to 1. */
function likeness(one: Float32Array, oneAt: number, other: Float32Array, otherAt: number, length: number): number {
  let [product, own, others] = [0, 0, 0];
  for (let index = 0; index < length; index++) {
    const a = one[oneAt + index] ?? 0;
    const b = other[otherAt + index] ?? 0;
    product += a * b;
    own += a * a;
    others += b * b;
  }
  return own === 0 || others === 0 ? 0 : product / Math.sqrt(own * others);
}

/** Reduces the samples by eight; each result is the mean of eight samples. */
function downsample(sound: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.floor(sound.length / COARSE) }, (_, index) => {
    let sum = 0;
    for (let at = index * COARSE; at < (index + 1) * COARSE; at++) sum += sound[at] ?? 0;
    return sum / COARSE;
  });
}

function best(from: number, to: number, judge: (at: number) => number): { at: number; alike: number } {
  let found = { at: from, alike: -Infinity };
  for (let at = from; at <= to; at++) {
    const alike = judge(at);
    if (alike > found.alike) found = { at, alike };
  }
  return found;
}

/**
 * Finds the sample in `other` at which `piece` begins; null when there is no match. Two masters may differ in loudness
 * and limiting, but their waveforms still correlate.
 */
export function findOffset(piece: Float32Array, other: Float32Array): number | null {
  const [thin, thinOther] = [downsample(piece), downsample(other)];
  const rough = best(0, thinOther.length - thin.length, (at) => likeness(thin, 0, thinOther, at, thin.length));
  const last = other.length - piece.length;
  const from = Math.min(Math.max(0, (rough.at - 1) * COARSE), last);
  const to = Math.min(last, (rough.at + 1) * COARSE);
  const fine = best(from, to, (at) => likeness(piece, 0, other, at, piece.length));
  return fine.alike < MIN_LIKENESS ? null : fine.at;
}
