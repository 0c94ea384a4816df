import { expect, it } from '@jest/globals';
import { usageAdvice, usageLevel } from './usage-level.js';

const GB = 1024 ** 3;

it.each([
  [0, 'low'],
  [GB - 1, 'low'],
  [GB, 'medium'],
  [5 * GB, 'high'],
  [10 * GB - 1, 'high'],
  [10 * GB, 'critical'],
])('%d bytes are the level %s', (bytes, level) => expect(usageLevel(bytes)).toBe(level));

it('advises from 10 GB on, and differently from 15, 20 and 25 GB on', () => {
  expect(usageAdvice(10 * GB - 1)).toBeNull();
  const advices = [10, 15, 20, 25].map((gigabytes) => usageAdvice(gigabytes * GB));
  expect(new Set(advices).size).toBe(4);
  expect(usageAdvice(15 * GB - 1)).toBe(advices[0]);
  expect(usageAdvice(20 * GB - 1)).toBe(advices[1]);
});
