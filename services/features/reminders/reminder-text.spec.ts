import { expect, it } from '@jest/globals';
import { reminderText } from './reminder-text.js';

it.each([
  ['2026-10-22', 'is due in 7 days, on October 29, 2026'],
  ['2026-10-28', 'is due tomorrow, on October 29, 2026'],
  ['2026-10-29', 'is due today'],
  ['2026-10-30', 'was due yesterday, on October 29, 2026'],
  ['2026-11-12', 'was due 14 days ago, on October 29, 2026'],
])('on %s an invoice %s', (today, says) => {
  const owed = { number: 12, amountCents: 123_450, currency: 'EUR', dueDate: '2026-10-29' } as const;
  expect(reminderText(owed, 'Night Songs', today)).toBe(`Invoice #12 for “Night Songs” (€1,234.50) ${says}`);
});
