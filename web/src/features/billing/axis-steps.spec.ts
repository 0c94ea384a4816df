import { expect, it } from '@jest/globals';
import { axisSteps } from './axis-steps';

it('returns round steps from zero to just above the highest value', () => {
  expect(axisSteps(850)).toEqual([0, 250, 500, 750, 1000]);
  expect(axisSteps(4000)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(axisSteps(7)).toEqual([0, 2, 4, 6, 8]);
  expect(axisSteps(0)).toEqual([0, 1]);
});
