import { describe, expect, it } from '@jest/globals';
import { faultsOfDisc, fitOfSide } from './limits.js';

describe('limits', () => {
  it.each([
    [19.5 * 60, '12-33', 'good'],
    [19.5 * 60 + 1, '12-33', 'long'],
    [26 * 60, '12-33', 'long'],
    [26 * 60 + 0.1, '12-33', 'too long'],
    [10 * 60 + 1, '10-45', 'too long'],
    [5.5 * 60, '7-45', 'long'],
  ] as const)('a side of %d s on %s is %s', (seconds, format, fit) => {
    expect(fitOfSide(seconds, format)).toBe(fit);
  });

  it('a CD holds 79:57 and 99 tracks of four seconds or more', () => {
    const track = (durationS: number | null, gapFrames = 0) => ({ durationS, gapFrames });
    const many = (count: number, seconds: number) => Array.from({ length: count }, () => track(seconds));
    // Two seconds of silence are in front of the first track.
    expect(faultsOfDisc([track(79 * 60 + 55)])).toEqual([]);
    expect(faultsOfDisc(many(99, 4))).toEqual([]);
    expect(faultsOfDisc([track(3.9), track(null), track(79 * 60 + 52)])).toEqual([
      'Longer than a CD holds (79:57 with two seconds before track 1)',
      'A track is shorter than 4 seconds with the gap after',
    ]);
    expect(faultsOfDisc([track(3), track(5, 75), track(2), track(4)])).toEqual([
      'A track is shorter than 4 seconds with the gap after',
    ]);
    expect(faultsOfDisc(many(100, 2))).toEqual([
      'More tracks than a CD holds (99)',
      '100 tracks are shorter than 4 seconds with the gap after',
    ]);
  });
});
