import { Group, Text } from '@mantine/core';
import type { Invoice } from '../../api';
import { formatPlainDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { OrderLines } from '../../ui/order-lines';

/** Number, due date, amount and lines of an invoice. */
export function InvoiceHead({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <Group justify="space-between" align="baseline" gap="sm">
        <div>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {invoice.projectTitle}
          </Text>
          <Text size="sm" c="dimmed">
            Invoice #{invoice.number}, due {formatPlainDate(invoice.dueDate)}
          </Text>
        </div>
        <Text fz={24} fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formatMoney(invoice.amountCents, invoice.currency)}
        </Text>
      </Group>
      <OrderLines lines={invoice.lines} currency={invoice.currency} />
    </>
  );
}
