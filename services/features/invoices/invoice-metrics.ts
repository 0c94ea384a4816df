import type { Currency, InvoiceStatus } from '../../platform/domain-words.js';
import { toAmount } from '../../platform/money.js';
import type { InvoiceMetrics } from './invoices.schema.js';

/** Sum of the invoices of one currency and status; paid invoices are also grouped by day in the studio's time zone. */
export interface InvoiceSum {
  currency: Currency;
  status: InvoiceStatus;
  /** YYYY-MM-DD of the payment; null for open invoices. */
  paidOn: string | null;
  count: number;
  cents: number;
}

export const WEEKS = 12;
const DAY_MS = 86_400_000;

/** The date (YYYY-MM-DD) that many days later, or earlier for a negative number. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of the date's week. */
export const mondayOf = (date: string): string => plusDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** Computes the figures of the invoices page from sums by day; `today` is the date in the studio's time zone. */
export function metricsOf(sums: readonly InvoiceSum[], currency: Currency, today: string): InvoiceMetrics {
  const own = sums.filter((sum) => sum.currency === currency);
  const open = (status: InvoiceStatus) => {
    const chosen = own.filter((sum) => sum.status === status);
    return { cents: total(chosen), count: chosen.reduce((count, sum) => count + sum.count, 0) };
  };
  const paidFrom = (first: string, last = today) =>
    total(own.filter(({ paidOn }) => paidOn !== null && paidOn >= first && paidOn <= last));
  const [pending, overdue] = [open('pending'), open('overdue')];
  const paidToday = paidFrom(today);
  const paidLast7Days = paidFrom(plusDays(today, -6));
  const paidLast30Days = paidFrom(plusDays(today, -29));
  return {
    currency,
    totalPending: toAmount(pending.cents),
    totalPendingCents: pending.cents,
    pendingCount: pending.count,
    totalOverdue: toAmount(overdue.cents),
    totalOverdueCents: overdue.cents,
    overdueCount: overdue.count,
    paidToday: toAmount(paidToday),
    paidTodayCents: paidToday,
    paidLast7Days: toAmount(paidLast7Days),
    paidLast7DaysCents: paidLast7Days,
    paidLast30Days: toAmount(paidLast30Days),
    paidLast30DaysCents: paidLast30Days,
    paidByWeek: Array.from({ length: WEEKS }, (_, index) => {
      const weekStart = plusDays(mondayOf(today), 7 * (index + 1 - WEEKS));
      const amountCents = paidFrom(weekStart, plusDays(weekStart, 6));
      return { weekStart, amount: toAmount(amountCents), amountCents };
    }),
    otherCurrencies: countsByCurrency(sums.filter((sum) => sum.currency !== currency)),
  };
}

const total = (sums: readonly InvoiceSum[]): number => sums.reduce((cents, sum) => cents + sum.cents, 0);

function countsByCurrency(sums: readonly InvoiceSum[]): InvoiceMetrics['otherCurrencies'] {
  const counts = new Map<Currency, number>();
  for (const { currency, count } of sums) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].map(([currency, count]) => ({ currency, count })).sort((a, b) => b.count - a.count);
}
