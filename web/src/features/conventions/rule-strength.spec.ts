import { describe, expect, it } from '@jest/globals';
import { countsOf, ruleStrength } from './rule-strength';

describe('the strength of a rule', () => {
  it.each([
    [1, 'Firm'],
    [0.96, 'Firm'],
    [0.72, 'Likely'],
    [0.36, 'Hint'],
    [0, 'Disputed'],
  ])('with trust %d is %s', (trust, label) => expect(ruleStrength({ trust }).label).toBe(label));

  it('shows how many files match and how many do not', () => {
    expect(countsOf({ for: 1, against: 0 })).toBe('1 file');
    expect(countsOf({ for: 3, against: 2 })).toBe('3 files, 2 more in other slots');
  });
});
