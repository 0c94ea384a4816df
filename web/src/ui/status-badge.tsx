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
/** Shows that changes of masters were requested which no newer version has answered. `count` is the number of tracks. */
export const ChangesAskedBadge = ({ count }: { count: number }) =>
  count > 0 && <StatusBadge color="orange" label={`Changes requested${count > 1 ? ` (${count})` : ''}`} />;
export const QuoteStatusBadge = ({ status }: { status: QuoteStatus }) => <StatusBadge {...quoteStatuses[status]} />;
export const InvoiceStatusBadge = ({ status }: { status: InvoiceStatus }) => (
  <StatusBadge {...invoiceStatuses[status]} />
);
