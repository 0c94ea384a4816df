import type { Currency } from '../../../platform/domain-words.js';
import { formatMoney } from '../../../platform/money.js';
import { lineCents, lineText, type OrderLine, sumOf } from '../../orders/order-lines.lib.js';
import { MAX_LISTED } from './content.js';

/** The lines of a quote or an invoice with their sums; those after the first ones as one row. */
export function lineRows(lines: readonly OrderLine[], currency: Currency): [string, string][] {
  const shown = lines.length > MAX_LISTED + 1 ? lines.slice(0, MAX_LISTED) : lines;
  const rest = lines.slice(shown.length);
  const row = (text: string, cents: number): [string, string] => [text, formatMoney(cents, currency)];
  return [
    ...shown.map((line) => row(lineText(line), lineCents(line))),
    ...(rest.length > 0 ? [row(`${rest.length} more lines`, sumOf(rest))] : []),
  ];
}
