import { expect, it } from '@jest/globals';
import { dueIn, localDay } from './due';

it.each([
  ['2026-11-22', 'today'],
  ['2026-11-23', 'in 1 day'],
  ['2026-12-22', 'in 30 days'],
  ['2026-11-21', '1 day late'],
  ['2026-03-01', '266 days late'],
])('shows %s on November 22 as %s', (dueDate, said) => expect(dueIn(dueDate, '2026-11-22')).toBe(said));

it('returns the date in the reader’s time zone', () =>
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'));
