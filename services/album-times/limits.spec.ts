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
    const many = (count: number, seconds: number) => Array.from({ length: count }, () => seconds);
    expect(faultsOfDisc(many(99, 4), 79 * 60 + 57)).toEqual([]);
    expect(faultsOfDisc([3.9, null, 200], 4797.1)).toEqual([
      'Longer than a CD holds (79:57)',
      'A track is shorter than 4 seconds',
    ]);
    expect(faultsOfDisc(many(100, 2), 200)).toEqual([
      'More tracks than a CD holds (99)',
      '100 tracks are shorter than 4 seconds',
    ]);
  });
});
