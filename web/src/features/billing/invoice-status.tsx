import { Badge } from '@mantine/core';
import type { Invoice } from '../../api';

export type InvoiceStatus = Invoice['status'];

export const invoiceStatuses: Record<InvoiceStatus, { label: string; color: string }> = {
  pending: { label: 'Pending', color: 'yellow' },
  paid: { label: 'Paid', color: 'green' },
  overdue: { label: 'Overdue', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
};

export const statusOptions = (Object.keys(invoiceStatuses) as InvoiceStatus[]).map((value) => ({
  value,
  label: invoiceStatuses[value].label,
}));

export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { label, color } = invoiceStatuses[status];
  return (
    <Badge color={color} flex="none">
      {label}
    </Badge>
  );
}
