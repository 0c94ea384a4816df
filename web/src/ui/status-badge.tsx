import { Badge } from '@mantine/core';
import {
  type InvoiceStatus,
  invoiceStatuses,
  type ProjectStatus,
  projectStatuses,
  type QuoteStatus,
  quoteStatuses,
} from '../lib/words';

const StatusBadge = ({ label, color }: { label: string; color: string }) => (
  <Badge color={color} flex="none">
    {label}
  </Badge>
);

export const ProjectStatusBadge = ({ status }: { status: ProjectStatus }) => (
  <StatusBadge {...projectStatuses[status]} />
);
export const QuoteStatusBadge = ({ status }: { status: QuoteStatus }) => <StatusBadge {...quoteStatuses[status]} />;
export const InvoiceStatusBadge = ({ status }: { status: InvoiceStatus }) => (
  <StatusBadge {...invoiceStatuses[status]} />
);
