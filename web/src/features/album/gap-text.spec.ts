import { expect, it } from '@jest/globals';
import { gapText, parseGap } from './gap-text';

it.each([
  [0, '0:00'],
  [150, '2:00'],
  [187, '2:37'],
  [45_000, '600:00'],
])('%d frames are %s, and read back', (frames, text) => {
  expect(gapText(frames)).toBe(text);
  expect(parseGap(text)).toBe(frames);
});

it.each([
  ['2', 150],
  [' 2 ', 150],
  ['1.5', 113],
  ['0,04', 3],
  ['2:75', null],
  ['-1', null],
  ['700', null],
  ['2:3:4', null],
  ['', null],
  ['two', null],
])('%j is read as %j', (text, frames) => {
  expect(parseGap(text)).toBe(frames);
});
