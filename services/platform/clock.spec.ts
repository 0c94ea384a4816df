import { describe, expect, it } from '@jest/globals';
import { clock } from './clock.js';
describe('clock', () => {
  it('tells the present', () => {
    expect(clock.now().getTime()).toBeGreaterThan(1e12);
  });
});
