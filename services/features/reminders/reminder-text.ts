import { formatMoney } from '../../platform/money.js';
import type { Invoice } from '../invoices/invoice.entity.js';

const DAY_MS = 86_400_000;
const date = new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });

type OwedInvoice = Pick<Invoice, 'number' | 'amountCents' | 'currency' | 'dueDate'>;

/** The text of a reminder sent on `today`. Both dates are YYYY-MM-DD in the studio's time zone. */
export function reminderText(
  { number, amountCents, currency, dueDate }: OwedInvoice,
  projectTitle: string,
  today: string,
): string {
  const due = new Date(`${dueDate}T00:00:00Z`);
  const late = Math.round((Date.parse(`${today}T00:00:00Z`) - due.getTime()) / DAY_MS);
  const invoice = `Invoice #${number} for “${projectTitle}” (${formatMoney(amountCents, currency)})`;
  const on = date.format(due);
  if (late < 0) return `${invoice} is due ${late === -1 ? 'tomorrow' : `in ${-late} days`}, on ${on}`;
  if (late === 0) return `${invoice} is due today`;
  return `${invoice} was due ${late === 1 ? 'yesterday' : `${late} days ago`}, on ${on}`;
}
