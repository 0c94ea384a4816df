import { expect, it } from '@jest/globals';
import { summaryOf } from './summary';

const files = (...statuses: Parameters<typeof summaryOf>[0][number]['status'][]) =>
  statuses.map((status) => ({ status }));

it('counts staged files by status', () => {
  expect(summaryOf(files('pending', 'assigned', 'assigned', 'released'))).toBe(
    '3 files in staging: 1 pending, 2 assigned',
  );
});

it('counts files that are announced apart from those that are here', () => {
  expect(summaryOf(files('pending', 'assigned', 'incoming'))).toBe(
    '2 files in staging: 1 pending, 1 assigned · 1 more on its way',
  );
  expect(summaryOf(files('pending', 'incoming', 'incoming'))).toBe(
    '1 file in staging: 1 pending, 0 assigned · 2 more on their way',
  );
  expect(summaryOf(files('incoming', 'incoming'))).toBe('2 files on their way');
});

it('does not show "0 files" above released or announced rows', () => {
  expect(summaryOf(files('released', 'released'))).toBe('2 files released, nothing left in staging');
  expect(summaryOf(files('released', 'incoming'))).toBe('1 file on its way');
});
