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
    expect(countsOf({ for: 1, against: 0, answered: false })).toBe('1 file');
    expect(countsOf({ for: 3, against: 2, answered: false })).toBe('3 files, 2 more in other slots');
  });

  it('shows that an engineer has answered, and counts no files before there are any', () => {
    expect(countsOf({ for: 0, against: 0, answered: true })).toBe('Your answer');
    expect(countsOf({ for: 2, against: 1, answered: true })).toBe('Your answer, 2 files, 1 more in other slots');
  });
});
