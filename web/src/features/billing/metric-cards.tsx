import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, invoicesMetricsOptions } from '../../api';
import { plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { useWiderThan } from '../../ui/use-wider-than';
import { PaidByWeek } from './paid-by-week';

const CHART_HEIGHT = { phone: 96, wide: 150 };
/** Height of the chart's frame and title, in pixels. */
const AROUND_CHART = 62;

/** Outstanding and paid amounts of the studio. */
export function MetricCards() {
  const chartHeight = CHART_HEIGHT[useWiderThan('sm') ? 'wide' : 'phone'];
  const { data: metrics, error, refetch } = useQuery({ ...invoicesMetricsOptions(), select: dataOf });
  if (error) return <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} />;
  if (!metrics) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading invoice figures">
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} h={98} />
          ))}
        </SimpleGrid>
        <Skeleton h={chartHeight + AROUND_CHART} />
      </Stack>
    );
  }
  const { currency, paidByWeek, otherCurrencies, pendingCount, overdueCount } = metrics;
  const money = (cents: number) => formatMoney(cents, currency);
  const inWeeks = paidByWeek.reduce((sum, week) => sum + week.amountCents, 0);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Card label="Pending" value={money(metrics.totalPendingCents)} detail={plural(pendingCount, 'invoice')} />
        <Card
          label="Overdue"
          value={money(metrics.totalOverdueCents)}
          detail={plural(overdueCount, 'invoice')}
          color={overdueCount > 0 ? 'var(--mantine-color-red-text)' : undefined}
        />
        <Card
          label="Paid in 7 days"
          value={money(metrics.paidLast7DaysCents)}
          detail={`${money(metrics.paidTodayCents)} today`}
        />
        <Card
          label="Paid in 30 days"
          value={money(metrics.paidLast30DaysCents)}
          detail={`${money(inWeeks)} in 12 weeks`}
        />
      </SimpleGrid>
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed" mb="xs">
          Paid by week
        </Text>
        {inWeeks > 0 ? (
          <PaidByWeek weeks={paidByWeek} currency={currency} height={chartHeight} />
        ) : (
          <Text size="sm">Nothing was paid in the last 12 weeks.</Text>
        )}
      </Paper>
      {otherCurrencies.length > 0 && (
        <Text size="sm" c="dimmed">
          Not in these sums:{' '}
          {otherCurrencies.map((other) => `${plural(other.count, 'invoice')} in ${other.currency}`).join(', ')}.
        </Text>
      )}
    </Stack>
  );
}

function Card({ label, value, detail, color }: { label: string; value: string; detail: string; color?: string }) {
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'md' }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={{ base: 17, sm: 22 }} lh={1.35} fw={600} c={color} style={{ whiteSpace: 'nowrap' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </Paper>
  );
}
