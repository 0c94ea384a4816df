import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Analytics, analyticsReadOptions, dataOf } from '../../api';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

type Name = Analytics['days'][number]['name'];

const NAMES: Record<Name, string> = {
  cta_click: 'Buttons pressed',
  modal_open: 'Forms opened',
  signup: 'Sign-ups',
  error: 'Failed sign-ups',
  navigation_click: 'Pages followed',
  external_link_click: 'Links out',
};
const names = Object.keys(NAMES) as Name[];
const RANGES = ['7', '30', '90'];
const HEIGHT = 28;

/** Events on the public pages by day. */
export function SiteAnalytics() {
  const [days, setDays] = useState('30');
  const { data, isPending, isError, error, refetch } = useQuery({
    ...analyticsReadOptions({ query: { days: Number(days) } }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm" component="section" aria-labelledby="analytics">
      <Group justify="space-between" align="flex-end">
        <SectionHeader
          id="analytics"
          title="Public pages"
          subtitle="Counted per day by the portal itself, without cookies."
        />
        <SegmentedControl
          size="xs"
          aria-label="Days"
          value={days}
          onChange={setDays}
          data={RANGES.map((value) => ({ value, label: `${value} days` }))}
        />
      </Group>
      {isPending && <Skeleton h={160} />}
      {isError && <Failure title="The counts could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="lg">
            {names.map((name) => (
              <Stack key={name} gap={2}>
                <Text size="xs" c="dimmed">
                  {NAMES[name]}
                </Text>
                <Text fz={22} fw={600}>
                  {data.days.reduce((sum, each) => sum + (each.name === name ? each.count : 0), 0)}
                </Text>
                <DayBars days={Number(days)} counts={data.days.filter((each) => each.name === name)} />
              </Stack>
            ))}
          </SimpleGrid>
          {data.details.length > 0 && <Details details={data.details} />}
        </>
      )}
    </Stack>
  );
}

/** One bar per day, ending today (UTC). */
function DayBars({ days, counts }: { days: number; counts: Analytics['days'] }) {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const most = Math.max(1, ...byDay.values());
  const today = Math.floor(Date.parse(new Date().toISOString().slice(0, 10)) / 86_400_000);
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date((today - days + 1 + index) * 86_400_000).toISOString().slice(0, 10);
    return ((byDay.get(day) ?? 0) / most) * HEIGHT;
  });
  const path = bars.map((height, index) => `M${index * 3 + 1} ${HEIGHT}v${-height}`).join('');
  return (
    <svg viewBox={`0 0 ${days * 3} ${HEIGHT}`} height={HEIGHT} width="100%" preserveAspectRatio="none" aria-hidden>
      <path d={`M0 ${HEIGHT}h${days * 3}`} stroke="var(--mantine-color-default-border)" strokeWidth={2} />
      <path d={path} stroke="var(--mantine-primary-color-filled)" strokeWidth={2} />
    </svg>
  );
}

function Details({ details }: Pick<Analytics, 'details'>) {
  return (
    <Table.ScrollContainer minWidth={520} mah={360}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th>Page</Table.Th>
            <Table.Th>Button or form</Table.Th>
            <Table.Th>Link target or error</Table.Th>
            <Table.Th ta="right">Count</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {details.map(({ name, path, source, label, count }) => (
            <Table.Tr key={[name, path, source, label].join('\n')}>
              <Table.Td>{NAMES[name]}</Table.Td>
              <Table.Td>{path}</Table.Td>
              <Table.Td>{source}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{label}</Table.Td>
              <Table.Td ta="right">{count}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
