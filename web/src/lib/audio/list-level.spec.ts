import { expect, it } from '@jest/globals';
import { listLevelDb } from './list-level';

it('is that of the track which is lowered most, except by broken floats', () => {
  expect(listLevelDb([])).toBe(0);
  expect(listLevelDb([0, 6, 2])).toBe(6);
  expect(listLevelDb([0, 600, 2])).toBe(2);
});
