import {
  Anchor,
  Box,
  Button,
  EmptyState,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Invoice, invoicesListInfiniteOptions } from '../../api';
import { useSession } from '../../api/session';
import { formatDate, formatDateTime, formatPlainDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { invoiceStatuses, keysOf } from '../../lib/words';
import { Failure } from '../../ui/failure';
import { InvoiceStatusBadge } from '../../ui/status-badge';
import { useFilters } from '../../ui/use-filters';
import { useWiderThan } from '../../ui/use-wider-than';
import { ClientInvoiceActions } from './client-invoice-actions';
import { dueIn, localDay } from './due';
import { InvoiceActions } from './invoice-actions';
import { InvoiceFilterBar, type InvoiceFilters } from './invoice-filter-bar';

const filtersOf = (params: URLSearchParams): InvoiceFilters => ({
  search: params.get('search')?.trim() ?? '',
  status: keysOf(invoiceStatuses).find((status) => status === params.get('status')) ?? null,
});

const addressOf = ({ search, status }: InvoiceFilters): Record<string, string> => ({
  ...(search && { search }),
  ...(status && { status }),
});

type Actions = (invoice: Invoice) => ReactNode;

/**
 * The studio's invoices, or those that a client has to pay, newest first. Filters and search are kept in the URL;
 * `actions` adds more actions of the engineer to a row.
 */
export function InvoiceList({ actions }: { actions?: Actions }) {
  const wide = useWiderThan('lg');
  const isEngineer = useSession().user.role === 'engineer';
  const { filters, typed, type, change } = useFilters(filtersOf, addressOf);
  const status = filters.status ?? undefined;
  const search = filters.search || undefined;
  const {
    data,
    isPending,
    isPlaceholderData,
    isError,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    ...invoicesListInfiniteOptions({ query: { status, search } }),
    initialPageParam: {},
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  });
  const invoices = data?.pages.flatMap((page) => page.data);
  const filtered = status !== undefined || search !== undefined;
  const isEmpty = invoices?.length === 0 && !isPlaceholderData && !filtered && typed === '';
  return (
    <Stack gap="md">
      {!isEmpty && <InvoiceFilterBar {...{ filters, typed, type, change }} />}
      {isPending && (
        <Stack gap="xs" role="status" aria-label="Loading invoices">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      )}
      {isError && <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} />}
      {invoices?.length === 0 &&
        (filtered ? (
          <EmptyState
            py="xl"
            icon={<IconSearchOff stroke={1.5} aria-hidden />}
            description="No invoice matches these filters."
          />
        ) : (
          <EmptyState
            py="xl"
            icon={<IconReceipt stroke={1.5} aria-hidden />}
            title="No invoices yet"
            description={
              isEngineer
                ? "When a quote is accepted and the previews are ready, send an invoice from the project's Quote tab."
                : 'The invoices of your projects will appear here.'
            }
          />
        ))}
      {invoices &&
        invoices.length > 0 &&
        (wide ? (
          <Rows invoices={invoices} withClients={isEngineer} actions={actions} />
        ) : (
          <Cards invoices={invoices} withClients={isEngineer} actions={actions} />
        ))}
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Stack>
  );
}

interface ListProps {
  invoices: Invoice[];
  /** Whether the clients' names are shown. */
  withClients: boolean;
  actions?: Actions;
}

function Rows({ invoices, withClients, actions }: ListProps) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={64} ta="right">
            Number
          </Table.Th>
          <Table.Th>Project</Table.Th>
          {withClients && <Table.Th w="22%">Client</Table.Th>}
          <Table.Th w={136} ta="right">
            Amount
          </Table.Th>
          <Table.Th w={200}>Due</Table.Th>
          <Table.Th w={110}>Status</Table.Th>
          <Table.Th w={withClients ? 120 : 160}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoices.map((invoice) => (
          <Table.Tr key={invoice.id} h={44}>
            <Table.Td ta="right">
              <Text size="sm" c="dimmed">
                {invoice.number}
              </Text>
            </Table.Td>
            <Table.Td>
              <ProjectLink invoice={invoice} truncate />
            </Table.Td>
            {withClients && (
              <Table.Td>
                <Text size="sm" c="dimmed" truncate title={invoice.clientName}>
                  {invoice.clientName}
                </Text>
              </Table.Td>
            )}
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(invoice.amountCents, invoice.currency)}
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Due invoice={invoice} />
            </Table.Td>
            <Table.Td>
              <InvoiceStatusBadge status={invoice.status} />
            </Table.Td>
            <Table.Td>
              <Group gap={2} justify="flex-end" wrap="nowrap" className={withClients ? 'row-actions' : undefined}>
                <RowActions invoice={invoice}>{actions?.(invoice)}</RowActions>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ invoices, withClients, actions }: ListProps) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {invoices.map((invoice) => (
        <Paper key={invoice.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <Box miw={0}>
              <ProjectLink invoice={invoice} />
              <Text size="xs" c="dimmed" truncate>
                #{invoice.number}
                {withClients && ` · ${invoice.clientName}`}
              </Text>
            </Box>
            <Text fw={500} style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(invoice.amountCents, invoice.currency)}
            </Text>
          </Group>
          <Group justify="space-between" wrap="nowrap" gap="xs" mt={6}>
            <Group gap="xs">
              <InvoiceStatusBadge status={invoice.status} />
              <Due invoice={invoice} />
            </Group>
            <Group gap={2} wrap="nowrap">
              <RowActions invoice={invoice}>{actions?.(invoice)}</RowActions>
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function RowActions({ invoice, children }: { invoice: Invoice; children: ReactNode }) {
  return invoice.can.setStatus ? (
    <InvoiceActions invoice={invoice}>{children}</InvoiceActions>
  ) : (
    <ClientInvoiceActions invoice={invoice} />
  );
}

function ProjectLink({
  invoice: { projectId, projectTitle },
  truncate = false,
}: {
  invoice: Invoice;
  truncate?: boolean;
}) {
  return (
    <Anchor
      component={Link}
      to={`/app/projects/${projectId}?tab=quote`}
      className={truncate ? undefined : 'touch-area'}
      c="inherit"
      fw={500}
      size="sm"
      display="block"
      truncate={truncate || undefined}
      title={projectTitle}
      style={truncate ? undefined : { overflowWrap: 'anywhere' }}
    >
      {projectTitle}
    </Anchor>
  );
}

/** The due date and the time until then (unless it is already marked overdue); for a paid invoice, the payment date. */
function Due({ invoice: { dueDate, status, paidAt } }: { invoice: Invoice }) {
  if (status === 'cancelled')
    return (
      <Text size="sm" c="dimmed" td="line-through" span>
        {formatPlainDate(dueDate)}
      </Text>
    );
  if (paidAt)
    return (
      <Text size="sm" c="dimmed" span title={formatDateTime(paidAt)}>
        Paid {formatDate(paidAt)}
      </Text>
    );
  const today = localDay(new Date());
  const early = status === 'overdue' && dueDate >= today;
  return (
    <Text size="sm" span>
      {formatPlainDate(dueDate)}{' '}
      {!early && (
        <Text size="xs" span c={status === 'overdue' ? 'var(--mantine-color-red-text)' : 'dimmed'}>
          {dueIn(dueDate, today)}
        </Text>
      )}
    </Text>
  );
}
