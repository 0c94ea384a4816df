import { Button, EmptyState, Paper, Skeleton, Stack } from '@mantine/core';
import { IconCircleCheck, IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { dataOf, invoicesGetOptions, type Project } from '../../api';
import { formatDateTime } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { HowToPay } from './how-to-pay';
import { InvoiceHead } from './invoice-head';
import { PaymentForm } from './payment-form';
import { usePayment } from './use-payment';

const filesOf = (projectId: string) => `/app/projects/${projectId}?tab=files`;

/** Content of the payment page for a project in any state. */
export function PayProject({ project }: { project: Project }) {
  return project.currentInvoiceId ? (
    <Invoiced project={project} invoiceId={project.currentInvoiceId} />
  ) : (
    <NothingToPay project={project} />
  );
}

function Invoiced({ project, invoiceId }: { project: Project; invoiceId: string }) {
  const navigate = useNavigate();
  const payment = usePayment(project.id, () => void navigate(filesOf(project.id)));
  const {
    data: invoice,
    error,
    refetch,
  } = useQuery({ ...invoicesGetOptions({ path: { id: invoiceId } }), select: dataOf });
  if (error) return <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} />;
  if (!invoice)
    return (
      <Stack gap="md" role="status" aria-label="Loading payment">
        {[64, 90, 60, 60].map((height, row) => (
          <Skeleton key={row} h={height} />
        ))}
      </Stack>
    );
  if (invoice.can.pay || payment.isPending || payment.isSuccess) {
    return (
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="md">
        <PaymentForm invoice={invoice} payment={payment} />
      </Paper>
    );
  }
  if (invoice.status === 'paid') {
    return (
      <EmptyState py="xl">
        <EmptyState.Indicator>
          <IconCircleCheck size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={2}>This invoice is paid</EmptyState.Title>
        <EmptyState.Description>
          {formatMoney(invoice.amountCents, invoice.currency)}
          {invoice.paidAt && `, ${formatDateTime(invoice.paidAt)}`}. The final files are unlocked.
        </EmptyState.Description>
        <EmptyState.Actions>
          <Button component={Link} to={filesOf(project.id)}>
            Go to the files
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  if (!invoice.can.setStatus) {
    return (
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="md">
        <Stack gap="lg">
          <InvoiceHead invoice={invoice} />
          <HowToPay invoice={invoice} />
        </Stack>
      </Paper>
    );
  }
  return (
    <EmptyState py="xl">
      <EmptyState.Description>Client can pay this invoice to unlock final files.</EmptyState.Description>
      <EmptyState.Actions>
        <BackToProject project={project} />
      </EmptyState.Actions>
    </EmptyState>
  );
}

function NothingToPay({ project }: { project: Project }) {
  return (
    <EmptyState py="xl">
      <EmptyState.Indicator>
        <IconReceiptOff size={36} stroke={1.5} aria-hidden />
      </EmptyState.Indicator>
      <EmptyState.Description>No invoice available for payment.</EmptyState.Description>
      <EmptyState.Actions>
        <BackToProject project={project} />
      </EmptyState.Actions>
    </EmptyState>
  );
}

function BackToProject({ project }: { project: Project }) {
  return (
    <Button component={Link} to={`/app/projects/${project.id}`} variant="default">
      Back to the project
    </Button>
  );
}
