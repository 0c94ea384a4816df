import { Box, Button, DataList, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf, type Invoice, invoicesDraftOptions, invoicesGetOptions, type Project } from '../../api';
import { formatDateTime, formatPlainDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { OrderLines } from '../../ui/order-lines';
import { SectionHeader } from '../../ui/section-header';
import { InvoiceStatusBadge } from '../../ui/status-badge';
import { CreateInvoice } from './create-invoice';
import { InvoiceActions, pdfOf } from './invoice-actions';
import { PaymentPanel } from './payment-panel';

interface InvoicePanelProps {
  project: Project;
  /** More actions for the engineer. */
  actions?: (invoice: Invoice) => ReactNode;
}

/** A project's current invoice, or a button to create one. */
export function InvoicePanel({ project, actions }: InvoicePanelProps) {
  const { currentInvoiceId } = project;
  return (
    <Box component="section" aria-labelledby="invoice" maw={760}>
      <Stack gap="sm">
        {currentInvoiceId ? (
          <Current invoiceId={currentInvoiceId} actions={actions} />
        ) : project.can.update ? (
          <Start project={project} />
        ) : (
          <>
            <SectionHeader id="invoice" title="Invoice" />
            <Text size="sm" c="dimmed">
              No invoice yet.
            </Text>
          </>
        )}
      </Stack>
    </Box>
  );
}

function Start({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const {
    data: draft,
    error,
    refetch,
  } = useQuery({ ...invoicesDraftOptions({ path: { projectId: project.id } }), select: dataOf });
  return (
    <>
      <SectionHeader id="invoice" title="Invoice">
        {draft?.allowed && (
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={open}>
            Send Invoice
          </Button>
        )}
      </SectionHeader>
      {error ? <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} /> : null}
      {!draft && !error && <Skeleton h={20} maw={320} role="status" aria-label="Loading invoice" />}
      {draft && (
        <Text size="sm" c="dimmed">
          {draft.reason ?? 'No invoice yet. The client can pay it here, and the final files unlock.'}
        </Text>
      )}
      <CreateInvoice project={project} title="Send Invoice" opened={opened} onClose={close} />
    </>
  );
}

function Current({ invoiceId, actions }: { invoiceId: string; actions?: InvoicePanelProps['actions'] }) {
  const {
    data: invoice,
    error,
    refetch,
  } = useQuery({ ...invoicesGetOptions({ path: { id: invoiceId } }), select: dataOf });
  if (error) return <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} />;
  if (!invoice) return <Skeleton h={150} role="status" aria-label="Loading invoice" />;
  return (
    <>
      <SectionHeader id="invoice" title="Invoice">
        {!invoice.can.setStatus && (
          <Button
            component="a"
            href={pdfOf(invoice.id)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            PDF
          </Button>
        )}
        {invoice.can.setStatus && (
          <InvoiceActions invoice={invoice} labelled>
            {actions?.(invoice)}
          </InvoiceActions>
        )}
      </SectionHeader>
      <Paper withBorder p="md" radius="md">
        <Stack gap="sm">
          <Group justify="space-between" gap="sm">
            <Text fz={28} lh={1.2} fw={600} style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(invoice.amountCents, invoice.currency)}
            </Text>
            <InvoiceStatusBadge status={invoice.status} />
          </Group>
          <DataList labelWidth="120px">
            <Item label="Number">#{invoice.number}</Item>
            <Item label="Sent">{formatDateTime(invoice.createdAt)}</Item>
            <Item label="Due">{formatPlainDate(invoice.dueDate)}</Item>
            {invoice.paidAt && (
              <Item label="Paid">
                {formatDateTime(invoice.paidAt)}
                {invoice.paidVia === 'demo' ? ' (demo, no real payment)' : ''}
              </Item>
            )}
          </DataList>
          <OrderLines lines={invoice.lines} currency={invoice.currency} />
          {invoice.notes && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {invoice.notes}
            </Text>
          )}
          {(invoice.status === 'pending' || invoice.status === 'overdue') && <PaymentPanel invoice={invoice} />}
        </Stack>
      </Paper>
    </>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
