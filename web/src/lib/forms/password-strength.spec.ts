import { describe, expect, it } from '@jest/globals';
import { passwordStrength } from './password-strength';

describe('the strength of a password', () => {
  it.each(['password', '12345678', 'Qwertyuiop', 'ada@example.com', 'lovelace1'])('is low for %s', (password) => {
    expect(passwordStrength(password, ['ada@example.com', 'Ada Lovelace'])).toBeLessThanOrEqual(1);
  });

  it('grows with what is hard to guess', () => {
    expect(passwordStrength('correct horse', [])).toBeGreaterThanOrEqual(2);
    expect(passwordStrength('tidal-mango-quartz-91-lantern', [])).toBe(4);
  });
});
