import { expect, it } from '@jest/globals';
import { summaryOf } from './summary';

const files = (...statuses: Parameters<typeof summaryOf>[0][number]['status'][]) =>
  statuses.map((status) => ({ status }));

it('counts staged files by status', () => {
  expect(summaryOf(files('pending', 'assigned', 'assigned', 'released'))).toBe(
    '3 files in staging: 1 pending, 2 assigned',
  );
  expect(summaryOf(files('pending', 'incoming'))).toBe('1 file in staging: 1 pending, 0 assigned, 1 incoming');
});

it('does not show "0 files" above released or incoming rows', () => {
  expect(summaryOf(files('released', 'released'))).toBe('2 files released, nothing left in staging');
  expect(summaryOf(files('released', 'incoming'))).toBe('1 file incoming');
});
