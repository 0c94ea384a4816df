import { describe, expect, it } from '@jest/globals';
import { findOffset } from './align';

/** Something like music: noise, smoothed. */
function noise(length: number, seed: number): Float32Array {
  let state = seed;
  let before = 0;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    before = 0.9 * before + 0.1 * (state / 2 ** 31);
    return before;
  });
}

describe('the place of a piece in another version', () => {
  const song = noise(40_000, 3);
  const piece = song.slice(9_000, 33_000);

  it('is found to the sample, however loud and limited the other is', () => {
    const other = song.map((sample) => Math.tanh(sample * 8));
    for (const at of [9_000, 8_999, 3_217]) {
      expect(findOffset(piece, other.subarray(9_000 - at))).toBe(at);
    }
  });

  it('is unknown in another song, and in silence', () => {
    expect(findOffset(piece, noise(40_000, 77))).toBeNull();
    expect(findOffset(piece, new Float32Array(40_000))).toBeNull();
    expect(findOffset(new Float32Array(24_000), song)).toBeNull();
  });
});
