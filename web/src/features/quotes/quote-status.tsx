import { Badge } from '@mantine/core';
import type { Quote } from '../../api';

const looks: Record<Quote['status'], { label: string; color: string }> = {
  pending: { label: 'Pending', color: 'yellow' },
  accepted: { label: 'Accepted', color: 'green' },
  rejected: { label: 'Rejected', color: 'red' },
  expired: { label: 'Expired', color: 'gray' },
  superseded: { label: 'Superseded', color: 'gray' },
};

export function QuoteStatusBadge({ status }: { status: Quote['status'] }) {
  const { label, color } = looks[status];
  return (
    <Badge color={color} flex="none">
      {label}
    </Badge>
  );
}
