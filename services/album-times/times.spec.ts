import { describe, expect, it } from '@jest/globals';
import { partsOf, timeline, totalOf } from './times.js';

const track = (durationS: number | null, gapFrames = 150) => ({ durationS, gapFrames });

describe('times of an album', () => {
  it('begin at zero, and the gap of the first track does not count', () => {
    expect(timeline([track(10), track(20), track(5, 0)])).toEqual([
      { startS: 0, endS: 10 },
      { startS: 12, endS: 32 },
      { startS: 32, endS: 37 },
    ]);
    expect(totalOf([track(10), track(20), track(5, 37)])).toEqual({ seconds: 37 + 37 / 75, isComplete: true });
  });

  it('are not known after a track without a length', () => {
    expect(timeline([track(10), track(null), track(5)])[2]).toEqual({ startS: null, endS: null });
    expect(totalOf([track(10), track(null)])).toEqual({ seconds: 12, isComplete: false });
  });

  it('of nothing are zero', () => {
    expect(timeline([])).toEqual([]);
    expect(totalOf([])).toEqual({ seconds: 0, isComplete: true });
  });
});

it('groups tracks by disc and by side', () => {
  const tracks = [
    { id: 1, disc: 1, side: 'A' },
    { id: 2, disc: 1, side: 'B' },
    { id: 3, disc: 2, side: null },
  ];
  const ids = (by: 'disc' | 'side') => partsOf(tracks, by).map((part) => [part.name, part.tracks.map(({ id }) => id)]);
  expect(ids('disc')).toEqual([
    ['1', [1, 2]],
    ['2', [3]],
  ]);
  expect(ids('side')).toEqual([
    ['A', [1]],
    ['B', [2]],
  ]);
});
