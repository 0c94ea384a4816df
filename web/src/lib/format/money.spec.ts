import { expect, it } from '@jest/globals';
import { amountProblem, amountText, currencySymbol, formatMoney } from './money';

it.each([
  [123_456, 'USD', '$1,234.56'],
  [5, 'EUR', '€0.05'],
  [100_000, 'GBP', '£1,000.00'],
])('shows %d of %s as %s', (cents, currency, shown) => expect(formatMoney(cents, currency)).toBe(shown));

it('returns currency symbols', () => expect(['USD', 'EUR', 'GBP'].map(currencySymbol)).toEqual(['$', '€', '£']));

it.each([
  [-5, 'The amount must be more than 0'],
  ['-5', 'The amount must be more than 0'],
  [120.456, 'The amount may have two decimals at most'],
  ['120.456', 'The amount may have two decimals at most'],
  [120.45, null],
  ['', null],
])('reports for the amount %p: %p', (typed, problem) => expect(amountProblem(typed)).toBe(problem));

it.each([
  [450.5, '450.50'],
  [450, '450.00'],
  [null, ''],
])('shows the amount %p in a form as %p', (amount, text) => expect(amountText(amount)).toBe(text));
