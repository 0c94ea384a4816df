import { expect, it } from '@jest/globals';
import { gainOf, offsetsDb } from './loudness';

it('turns versions down to the quietest and never up', () => {
  const offsets = offsetsDb([
    { id: 'loud', lufs: -9.5 },
    { id: 'quiet', lufs: -14 },
    { id: 'unknown', lufs: null },
  ]);
  expect([...offsets]).toEqual([
    ['loud', -4.5],
    ['quiet', 0],
    ['unknown', 0],
  ]);
  for (const decibels of offsets.values()) expect(gainOf(decibels)).toBeLessThanOrEqual(1);
  expect(gainOf(-6.0206)).toBeCloseTo(0.5, 4);
});
