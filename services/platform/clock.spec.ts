import { describe, expect, it } from '@jest/globals';
import { clock } from './clock.js';
describe('clock', () => {
  it('returns the present time', () => {
    expect(clock.now().getTime()).toBeGreaterThan(1e12);
  });
});
