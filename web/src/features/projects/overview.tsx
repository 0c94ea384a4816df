import { Anchor, Badge, Box, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { dataOf, type Overview as OverviewData, overviewGetOptions } from '../../api';
import { formatAge, formatDeadline, formatPlainDate, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { ProjectsHeader } from './projects-header';

/** Work that waits for the engineer, and then for clients, with links. */
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

function Panels({ overview }: { overview: OverviewData }) {
  const { changes, originals, undecided, ready, paid, comments, unanswered, quotes, invoices } = overview;
  const to = (projectId: string, tab: string) => `/app/projects/${projectId}?tab=${tab}`;
  return (
    <>
      <Turn title="Your turn" nothing="Nothing waits for you.">
        <Panel title="Changes asked for" count={changes.count}>
          {changes.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'files')}
              value={plural(project.files, 'master')}
              note={formatAge(project.latestAt)}
              quote={project.latest}
            />
          ))}
        </Panel>
        <Panel title="New originals" count={originals.count}>
          {originals.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'files')}
              value={plural(project.files, 'file')}
              note={formatAge(project.latestAt)}
            />
          ))}
        </Panel>
        <Panel title="Staged without a slot" count={undecided.count}>
          {undecided.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'staging')}
              value={plural(project.files, 'file')}
              note="To be decided"
            />
          ))}
        </Panel>
        <Panel title="Ready to release" count={ready.count} all="/app/projects?status=in_progress">
          {ready.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'release')}
              value={plural(project.tracks, 'track')}
              note="Staged, not released"
            />
          ))}
        </Panel>
        <Panel title="Paid, not delivered" count={paid.count} all="/app/projects?status=paid">
          {paid.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'files')}
              value="Paid"
              note="To deliver"
            />
          ))}
        </Panel>
        <Panel title="Comments since your last visit" count={comments.count} all="/app/notifications">
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
      </Turn>
      <Turn title="Your clients’ turn" nothing="No client owes you an answer or a payment.">
        <Panel title="Masters without an answer" count={unanswered.count}>
          {unanswered.items.map((project) => (
            <Row
              key={project.projectId}
              place={project}
              to={to(project.projectId, 'files')}
              value={plural(project.files, 'master')}
              note={`Released ${formatAge(project.latestAt)}`}
            />
          ))}
        </Panel>
        <Panel title="Waiting quotes" count={quotes.count} all="/app/projects?status=quoted">
          {quotes.items.map((quote) => (
            <Row
              key={quote.projectId}
              place={quote}
              to={to(quote.projectId, 'quote')}
              value={formatMoney(quote.amountCents, quote.currency)}
              note={`Expires ${formatDeadline(quote.expiresAt)}`}
            />
          ))}
        </Panel>
        <Panel
          title="Unpaid invoices"
          count={invoices.count}
          all={invoices.overdueCount > 0 ? '/app/invoices' : '/app/invoices?status=pending'}
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
              to={to(invoice.projectId, 'quote')}
              value={formatMoney(invoice.amountCents, invoice.currency)}
              note={`Due ${formatPlainDate(invoice.dueDate)}`}
              late={invoice.status === 'overdue'}
            />
          ))}
        </Panel>
      </Turn>
    </>
  );
}

interface TurnProps {
  title: string;
  nothing: string;
  children: ReactElement<PanelProps>[];
}

/** As many columns as fit, two at most; their panels follow each other without holes. */
const COLUMNS = { columns: '380px 2', columnGap: 'var(--mantine-spacing-md)' } as const;

/** The panels of one side in which something waits. */
function Turn({ title, nothing, children }: TurnProps) {
  const filled = children.filter(({ props }) => props.count > 0);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{title}</Title>
      {filled.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Box style={COLUMNS}>{filled}</Box>
      )}
    </Stack>
  );
}

interface PanelProps {
  title: string;
  count: number;
  /** Page with the full list. */
  all?: string;
  badge?: ReactNode;
  children: ReactNode;
}

function Panel({ title, count, all, badge, children }: PanelProps) {
  return (
    <Paper withBorder radius="md" p="md" mb="md" component="section" style={{ breakInside: 'avoid' }}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3} fz="sm" c="dimmed" fw={500}>
          {title}
        </Title>
        <Group gap="xs" wrap="nowrap">
          {badge}
          {all ? (
            <Anchor component={Link} to={all} size="lg" fw={600} aria-label={`Show all: ${title}, ${count}`}>
              {count}
            </Anchor>
          ) : (
            <Text size="lg" fw={600}>
              {count}
            </Text>
          )}
        </Group>
      </Group>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {children}
      </Stack>
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
            {quote ? `${place.client_name}: “${quote}”` : place.client_name}
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
