import { expect, it } from '@jest/globals';
import { completionOf, isReady } from './completion';

const slot = (isRequired: boolean, fileId: string | null = null, stagingFileId: string | null = null) => ({
  isRequired,
  fileId,
  stagingFileId,
});

it('counts staged and released files alike and rounds the required share', () => {
  const slots = [slot(true, 'file'), slot(true, null, 'staged'), slot(true), slot(false, 'file'), slot(false)];
  expect(completionOf(slots)).toEqual({ filled: 2, required: 3, filledInAll: 3, inAll: 5, percent: 67 });
  expect(isReady(slots)).toBe(false);
});

it('is complete when nothing is required', () => {
  expect(completionOf([slot(false)]).percent).toBe(100);
  expect(isReady([])).toBe(true);
});
