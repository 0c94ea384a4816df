import { expect, it } from '@jest/globals';
import { passageWithin } from './passage';

it('may be set from either end, and stays within the file', () => {
  expect(passageWithin({ from: 12, to: 4 }, 60)).toEqual({ from: 4, to: 12 });
  expect(passageWithin({ from: 50, to: 90 }, 60)).toEqual({ from: 50, to: 59.95 });
});

it('is at least half a second long, also at the end', () => {
  expect(passageWithin({ from: 4, to: 4.1 }, 60)).toEqual({ from: 4, to: 4.5 });
  const last = passageWithin({ from: 60, to: 60 }, 60);
  expect(last.to - last.from).toBeCloseTo(0.5, 6);
  expect(last.to).toBeCloseTo(59.95, 6);
});
