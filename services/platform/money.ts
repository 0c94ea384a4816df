import { z } from 'zod';
import type { Currency } from './domain-words.js';
import { message } from './http/fields.js';

/** Below ten million major units, so that every sum of a studio stays exact. */
export const MAX_CENTS = 999_999_999;

/** Converts major units, as the API has them, to minor units: the nearest whole number. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** Converts minor units to major units, as the API has them. */
export const toAmount = (cents: number): number => cents / 100;

/** A price: major units, more than 0, at most two decimals. */
const NOTHING = 'The amount must be more than 0';
export const amountField = z
  .number()
  .positive(NOTHING)
  .max(toAmount(MAX_CENTS), 'The amount is too large')
  .refine((amount) => toAmount(toCents(amount)) === amount, { message: 'The amount may have two decimals at most' })
  .meta(message(NOTHING));

/** Formats minor units for people: 123456 of USD is '$1,234.56'. */
export const formatMoney = (cents: number, currency: Currency): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(toAmount(cents));
