import { z } from 'zod';
import type { Currency } from './domain-words.js';
import { message } from './http/fields.js';

/** Below ten million major units: every sum of a studio then stays exact. */
const MAX_CENTS = 999_999_999;

/** Major units, as the wire has them, in minor units: the nearest whole number. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** Minor units in major units, as the wire has them. */
export const toAmount = (cents: number): number => cents / 100;

/** An amount of money that somebody asks for: major units, more than nothing, at most two decimals. */
const NOTHING = 'The amount must be more than 0';
export const amountField = z
  .number()
  .positive(NOTHING)
  .max(toAmount(MAX_CENTS), 'The amount is too large')
  .refine((amount) => toAmount(toCents(amount)) === amount, { message: 'The amount may have two decimals at most' })
  .meta(message(NOTHING));

/** Minor units as people read them: 123456 of USD is '$1,234.56'. */
export const formatMoney = (cents: number, currency: Currency): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(toAmount(cents));
