import { Button, DataList, EmptyState, Group, Modal, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileDollar } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { Project, Quote } from '../../api';
import { formatDate, formatDeadline } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { OrderLines } from '../../ui/order-lines';
import { SectionHeader } from '../../ui/section-header';
import { QuoteStatusBadge } from '../../ui/status-badge';
import { AskAboutQuote } from './ask-about-quote';
import { QuoteDialog } from './quote-dialog';
import { QuoteHistory } from './quote-history';
import { useCurrentQuote } from './use-current-quote';
import { useTrackTitles } from './use-orders';

/** A project's current quote and earlier versions; engineers can revise it. */
export function QuotePanel({ project }: { project: Project }) {
  const { data: quote, isPending, isError, error, refetch } = useCurrentQuote(project.id);
  const [revising, revision] = useDisclosure(false);
  const [reading, history] = useDisclosure(false);
  // A link to a quote, as the orders have it.
  const [params, setParams] = useSearchParams();
  const linked = params.get('quote');
  function closeHistory() {
    history.close();
    if (linked !== null) setParams({ tab: 'quote' }, { replace: true, preventScrollReset: true });
  }
  return (
    <Stack gap="md" maw={760} component="section" aria-labelledby="quote">
      <SectionHeader id="quote" title="Quote">
        {quote && quote.version > 1 && (
          <Button variant="subtle" color="gray" onClick={history.open}>
            History
          </Button>
        )}
        {quote?.can.ask && !quote.can.answer && <AskAboutQuote quote={quote} variant="default" />}
        {quote?.can.revise && !project.clientLeft && (
          <Button variant="default" onClick={revision.open}>
            Revise Quote
          </Button>
        )}
      </SectionHeader>
      {isPending && <Skeleton h={140} role="status" aria-label="Loading the quote" />}
      {isError && <Failure title="Failed to load the quote" error={error} onRetry={() => void refetch()} />}
      {quote === null && (
        <EmptyState
          py="lg"
          icon={<IconFileDollar stroke={1.5} aria-hidden />}
          description="No quote available for this project yet."
        />
      )}
      {quote && <Current quote={quote} />}
      {quote && <QuoteDialog projectId={project.id} revises={quote} opened={revising} onClose={revision.close} />}
      <Modal opened={reading || linked !== null} onClose={closeHistory} title="Quote History" size="lg">
        <QuoteHistory project={project} marked={linked} />
      </Modal>
    </Stack>
  );
}

/** Answered quotes no longer expire. */
const ENDS: Partial<Record<Quote['status'], string>> = { pending: 'Valid until', expired: 'Expired on' };

function Current({ quote }: { quote: Quote }) {
  const titles = useTrackTitles(quote.projectId);
  const ends = ENDS[quote.status];
  const facts = [
    ['Version', quote.version],
    ['Sent', formatDate(quote.createdAt)],
    ...(ends ? [[ends, formatDeadline(quote.expiresAt)]] : []),
  ];
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fz={28} lh={1.2} fw={600}>
            {formatMoney(quote.amountCents, quote.currency)}
          </Text>
          <QuoteStatusBadge status={quote.status} />
        </Group>
        <DataList labelWidth="120px">
          {facts.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
          {quote.status === 'rejected' && (
            <DataList.Item>
              <DataList.ItemLabel>Reason</DataList.ItemLabel>
              <DataList.ItemValue style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {quote.rejectReason ?? 'Rejected by client'}
              </DataList.ItemValue>
            </DataList.Item>
          )}
        </DataList>
        <OrderLines lines={quote.lines} currency={quote.currency} titles={titles} />
        {quote.notes && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {quote.notes}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
