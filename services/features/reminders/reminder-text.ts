import { longDay } from '../../platform/dates.js';
import { formatMoney } from '../../platform/money.js';
import type { Invoice } from '../invoices/invoice.entity.js';

const DAY_MS = 86_400_000;

type OwedInvoice = Pick<Invoice, 'number' | 'amountCents' | 'currency' | 'dueDate'>;

/** The text of a reminder sent on `today`. Both dates are YYYY-MM-DD in the studio's time zone. */
export function reminderText(
  { number, amountCents, currency, dueDate }: OwedInvoice,
  projectTitle: string,
  today: string,
): string {
  const late = Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS);
  const invoice = `Invoice #${number} for “${projectTitle}” (${formatMoney(amountCents, currency)})`;
  const on = longDay(dueDate);
  if (late < 0) return `${invoice} is due ${late === -1 ? 'tomorrow' : `in ${-late} days`}, on ${on}`;
  if (late === 0) return `${invoice} is due today`;
  return `${invoice} was due ${late === 1 ? 'yesterday' : `${late} days ago`}, on ${on}`;
}
