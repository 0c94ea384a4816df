import { Box, Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import type { InvoiceMetrics } from '../../api';
import { formatPlainDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { axisSteps } from './axis-steps';

interface PaidByWeekProps {
  weeks: InvoiceMetrics['paidByWeek'];
  currency: string;
  height: number;
}

const short = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
/** Heights in pixels of the dates below the bars and of half a line above the axis. */
const DATES = 20;
const ABOVE = 8;

/** One bar per week, labelled with its Monday, and the same data as a list for screen readers. */
export function PaidByWeek({ weeks, currency, height }: PaidByWeekProps) {
  const axis = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const steps = axisSteps(Math.max(...weeks.map(({ amount }) => amount)));
  const top = steps.at(-1) ?? 1;
  return (
    <>
      <VisuallyHidden component="ul">
        {weeks.map(({ weekStart, amountCents }) => (
          <li key={weekStart}>
            Week of {formatPlainDate(weekStart)}: {formatMoney(amountCents, currency)}
          </li>
        ))}
      </VisuallyHidden>
      <Group aria-hidden h={height} pt={ABOVE} gap="xs" wrap="nowrap" align="stretch">
        <Stack gap={0} justify="space-between" mb={DATES - ABOVE} mt={-ABOVE} flex="none">
          {steps.toReversed().map((step) => (
            <Text key={step} size="xs" c="dimmed" ta="right" lh="16px">
              {axis.format(step)}
            </Text>
          ))}
        </Stack>
        <Box flex={1} miw={0} pos="relative">
          {steps.map((step) => (
            <Box
              key={step}
              pos="absolute"
              left={0}
              right={0}
              bottom={`calc(${DATES}px + (100% - ${DATES}px) * ${step / top})`}
              style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
            />
          ))}
          <Group pos="relative" h="100%" gap={0} wrap="nowrap" align="stretch">
            {weeks.map(({ weekStart, amount, amountCents }, index) => (
              <Tooltip key={weekStart} label={`${formatPlainDate(weekStart)}: ${formatMoney(amountCents, currency)}`}>
                <Stack flex={1} miw={0} gap={0} justify="flex-end" align="center">
                  <Box
                    w="60%"
                    maw={32}
                    mih={amount > 0 ? 2 : 0}
                    h={`calc((100% - ${DATES}px) * ${amount / top})`}
                    bg="teal.5"
                    style={{ borderRadius: '3px 3px 0 0' }}
                  />
                  <Text size="xs" c="dimmed" h={DATES} lh={`${DATES}px`} style={{ whiteSpace: 'nowrap' }}>
                    <Box component="span" visibleFrom={index % 3 === 0 ? undefined : 'md'}>
                      {short.format(new Date(weekStart))}
                    </Box>
                  </Text>
                </Stack>
              </Tooltip>
            ))}
          </Group>
        </Box>
      </Group>
    </>
  );
}
