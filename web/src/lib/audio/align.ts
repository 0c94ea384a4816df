/** As many samples of both are compared. */
export const COMPARED_S = 0.5;
/** A fingerprint tells a place to an eighth of a second; sound is looked for so far to both sides. */
export const SEARCH_S = 0.1;
const COARSE = 8;
/** Less alike than this and the guess stands: another mix, or silence. */
const MIN_LIKENESS = 0.5;

/** How alike two stretches are, −1 to 1. */
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

/** Every eighth sample, each the mean of eight. */
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
 * The place in `other` at which `piece` begins, to the sample; null when it is not found. Loudness and limiting of two
 * masters may differ, their waveforms still follow each other.
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
