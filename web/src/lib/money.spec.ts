import { expect, it } from '@jest/globals';
import { currencySymbol, formatMoney } from './money';

it.each([
  [123_456, 'USD', '$1,234.56'],
  [5, 'EUR', '€0.05'],
  [100_000, 'GBP', '£1,000.00'],
])('shows %d of %s as %s', (cents, currency, shown) => expect(formatMoney(cents, currency)).toBe(shown));

it('knows the symbols', () => expect(['USD', 'EUR', 'GBP'].map(currencySymbol)).toEqual(['$', '€', '£']));
