import { expect, it } from '@jest/globals';
import { parseRange } from './byte-range.js';

it.each([
  [undefined, null],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
])('reads %j of 100 bytes as %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it('satisfies no range of an empty object', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
});
