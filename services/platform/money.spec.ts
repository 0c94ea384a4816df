import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountField, formatMoney, toAmount, toCents } from './money.js';

describe('money', () => {
  it('survives the conversion from minor units to the API and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        expect(toCents(amountField.parse(toAmount(cents)))).toBe(cents);
      }),
    );
  });

  it.each([
    0,
    -0,
    -1,
    -0.01,
    1e-9,
    0.001,
    0.005,
    99.999,
    10.000000001,
    1e15,
    10_000_000,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '5',
    null,
  ])('refuses %p as a price', (amount) => {
    expect(amountField.safeParse(amount).success).toBe(false);
  });

  it.each([
    [123_456, 'USD', '$1,234.56'],
    [5, 'EUR', '€0.05'],
    [100_000, 'GBP', '£1,000.00'],
  ] as const)('shows %d of %s as %s', (cents, currency, shown) => {
    expect(formatMoney(cents, currency)).toBe(shown);
  });
});
