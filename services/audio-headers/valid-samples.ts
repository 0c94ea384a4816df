/** Larger samples cannot be meant. Sums of smaller ones stay within the range of 32-bit floats. */
const LARGEST = 1e30;

/**
 * Makes silence of floats that are not numbers or too large, in the place of such samples: before anything is measured,
 * encoded or played. Returns the index of the first one, or −1.
 */
export function silenceInvalid(samples: Float32Array | Float64Array): number {
  let first = -1;
  for (let at = 0; at < samples.length; at++) {
    if (Math.abs(samples[at]!) <= LARGEST) continue;
    samples[at] = 0;
    if (first < 0) first = at;
  }
  return first;
}
