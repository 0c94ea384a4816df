import { expect, it } from '@jest/globals';
import { clampVolume, gainOfVolume, storedVolume, storeVolume } from './volume';

it('goes from silence to the full level in steps that meet both ends', () => {
  let volume = 1;
  for (let step = 0; step < 12; step++) volume = clampVolume(volume - 0.1);
  expect(volume).toBe(0);
  expect(gainOfVolume(1)).toBe(1);
  expect(gainOfVolume(clampVolume(0.5))).toBe(0.25);
  expect(clampVolume(1.4)).toBe(1);
});

it('is full where nothing can be stored', () => {
  storeVolume(0.4);
  expect(storedVolume()).toBe(1);
});
