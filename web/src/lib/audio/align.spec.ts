import { describe, expect, it } from '@jest/globals';
import { findOffset } from './align';

/** Smoothed noise, which correlates with itself as music does. */
function noise(length: number, seed: number): Float32Array {
  let state = seed;
  let before = 0;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    before = 0.9 * before + 0.1 * (state / 2 ** 31);
    return before;
  });
}

describe('findOffset', () => {
  const song = noise(40_000, 3);
  const piece = song.slice(9_000, 33_000);

  it('is exact to the sample, whatever the loudness and limiting of the other version', () => {
    const other = song.map((sample) => Math.tanh(sample * 8));
    for (const at of [9_000, 8_999, 3_217]) {
      expect(findOffset(piece, other.subarray(9_000 - at))).toBe(at);
    }
  });

  it('returns null for another song and for silence', () => {
    expect(findOffset(piece, noise(40_000, 77))).toBeNull();
    expect(findOffset(piece, new Float32Array(40_000))).toBeNull();
    expect(findOffset(new Float32Array(24_000), song)).toBeNull();
  });
});
