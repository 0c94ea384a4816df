import { describe, expect, it } from '@jest/globals';
import { lineBody, linesSum, lineValues, newLine } from './line-form';

describe('a line of the quote form', () => {
  it('becomes minor units without losing any', () => {
    const values = { ...newLine(), description: ' Mastering ', quantity: '3', unit: '19.99' };
    expect(lineBody(values)).toEqual({
      description: 'Mastering',
      quantity: 3,
      unitCents: 1_999,
      ordered: null,
      trackIds: [],
    });
    expect(linesSum([values, values])).toBe(11_994);
  });

  it('is the same after a revision is opened', () => {
    const line = {
      description: 'Vinyl',
      quantity: 2,
      unitCents: 1_205,
      ordered: 'vinyl_master',
      trackIds: ['a'],
    } as const;
    expect(lineBody(lineValues({ ...line, trackIds: [...line.trackIds] }))).toEqual(line);
  });

  it('counts as nothing until it is complete', () => {
    expect(linesSum([newLine(), { ...newLine(), quantity: '', unit: 5 }, { ...newLine(), unit: 5 }])).toBe(500);
    expect(lineBody(newLine()).unitCents).toBeNaN();
  });
});
