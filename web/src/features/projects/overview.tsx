import { Anchor, Badge, Box, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dataOf, type Overview as OverviewData, overviewGetOptions } from '../../api';
import { formatAge, formatDate, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { ProjectsHeader } from './projects-header';

/** Everything that waits for the engineer, with links. */
export function Overview() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...overviewGetOptions(), select: dataOf });
  return (
    <Stack gap="lg">
      <ProjectsHeader view="overview" />
      {isPending && (
        <SimpleGrid cols={{ base: 1, md: 2 }} role="status" aria-label="Loading the overview">
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} h={180} radius="md" />
          ))}
        </SimpleGrid>
      )}
      {isError && <Failure title="Failed to load project data" error={error} onRetry={() => void refetch()} />}
      {data && <Panels overview={data} />}
    </Stack>
  );
}

function Panels({ overview: { quotes, invoices, ready, comments } }: { overview: OverviewData }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing="md" style={{ alignItems: 'start' }}>
      <Panel
        title="Waiting quotes"
        count={quotes.count}
        to="/app/projects?status=quoted"
        nothing="No quote waits for an answer."
      >
        {quotes.items.map((quote) => (
          <Row
            key={quote.projectId}
            place={quote}
            to={`/app/projects/${quote.projectId}?tab=quote`}
            value={formatMoney(quote.amountCents, quote.currency)}
            note={`Expires ${formatDate(quote.expiresAt)}`}
          />
        ))}
      </Panel>
      <Panel
        title="Unpaid invoices"
        count={invoices.count}
        to={invoices.overdueCount > 0 ? '/app/invoices' : '/app/invoices?status=pending'}
        nothing="Every invoice is paid."
        badge={
          invoices.overdueCount > 0 && (
            <Badge component={Link} to="/app/invoices?status=overdue" color="red" style={{ cursor: 'pointer' }}>
              {invoices.overdueCount} overdue
            </Badge>
          )
        }
      >
        {invoices.items.map((invoice) => (
          <Row
            key={invoice.invoiceId}
            place={invoice}
            to={`/app/projects/${invoice.projectId}?tab=quote`}
            value={formatMoney(invoice.amountCents, invoice.currency)}
            note={`Due ${formatDate(invoice.dueDate)}`}
            late={invoice.status === 'overdue'}
          />
        ))}
      </Panel>
      <Panel
        title="Ready to release"
        count={ready.count}
        to="/app/projects?status=in_progress"
        nothing="No staged masters are complete."
      >
        {ready.items.map((project) => (
          <Row
            key={project.projectId}
            place={project}
            to={`/app/projects/${project.projectId}?tab=release`}
            value={plural(project.tracks, 'track')}
            note="Staged, not released"
          />
        ))}
      </Panel>
      <Panel
        title="Comments since your last visit"
        count={comments.count}
        to="/app/notifications"
        nothing="You have read everything."
      >
        {comments.items.map((project) => (
          <Row
            key={project.projectId}
            place={project}
            to={`/app/projects/${project.projectId}`}
            value={plural(project.comments, 'comment')}
            note={formatAge(project.latestAt)}
            quote={project.latest}
          />
        ))}
      </Panel>
    </SimpleGrid>
  );
}

interface PanelProps {
  title: string;
  count: number;
  /** Page with the full list. */
  to: string;
  nothing: string;
  badge?: ReactNode;
  children: ReactNode;
}

function Panel({ title, count, to, nothing, badge, children }: PanelProps) {
  return (
    <Paper withBorder radius="md" p="md" component="section">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} fz="sm" c="dimmed" fw={500}>
          {title}
        </Title>
        <Group gap="xs" wrap="nowrap">
          {badge}
          {count > 0 ? (
            <Anchor component={Link} to={to} size="lg" fw={600} aria-label={`Show all: ${title}, ${count}`}>
              {count}
            </Anchor>
          ) : (
            <Text size="lg" fw={600} c="dimmed">
              0
            </Text>
          )}
        </Group>
      </Group>
      {count === 0 ? (
        <Text size="sm" c="dimmed" py="xs">
          {nothing}
        </Text>
      ) : (
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      )}
    </Paper>
  );
}

interface RowProps {
  place: { title: string; client_name: string };
  to: string;
  value: string;
  note: string;
  late?: boolean;
  /** Text below the row. */
  quote?: string;
}

function Row({ place, to, value, note, late = false, quote }: RowProps) {
  return (
    <Box component="li" py={8} style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Box miw={0} flex={1}>
          <Anchor component={Link} to={to} c="inherit" fw={500} size="sm" display="block" truncate title={place.title}>
            {place.title}
          </Anchor>
          <Text size="xs" c="dimmed" truncate>
            {quote ? `“${quote}”` : place.client_name}
          </Text>
        </Box>
        <Box ta="right" style={{ whiteSpace: 'nowrap' }}>
          <Text size="sm">{value}</Text>
          <Text size="xs" c={late ? 'red' : 'dimmed'}>
            {note}
          </Text>
        </Box>
      </Group>
    </Box>
  );
}
