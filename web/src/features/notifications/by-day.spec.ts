import { expect, it } from '@jest/globals';
import { byDay } from './by-day';

const at = (year: number, month: number, day: number, hour: number) => ({
  createdAt: new Date(year, month - 1, day, hour).toISOString(),
});

it('groups by days in the reader’s time zone', () => {
  const items = [
    at(2026, 3, 1, 9),
    at(2026, 3, 1, 0),
    at(2026, 2, 28, 23),
    at(2026, 2, 27, 23),
    at(2026, 2, 27, 1),
    at(2025, 3, 1, 9),
  ];
  expect(byDay(items, new Date(2026, 2, 1, 10))).toEqual([
    { label: 'Today', items: items.slice(0, 2) },
    { label: 'Yesterday', items: [items[2]] },
    { label: 'Feb 27, 2026', items: items.slice(3, 5) },
    { label: 'Mar 1, 2025', items: [items[5]] },
  ]);
  expect(byDay([])).toEqual([]);
});
