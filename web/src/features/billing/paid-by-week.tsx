import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import type { InvoiceMetrics } from '../../api';
import { formatMoney } from '../../lib/money';
import { formatPlainDate } from './due';

interface PaidByWeekProps {
  weeks: InvoiceMetrics['paidByWeek'];
  currency: string;
  height: number;
}

const short = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });

/** One bar a week, named by its Monday; a list says the same to those who cannot see it. */
export default function PaidByWeek({ weeks, currency, height }: PaidByWeekProps) {
  const axis = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return (
    <>
      <VisuallyHidden component="ul">
        {weeks.map(({ weekStart, amountCents }) => (
          <li key={weekStart}>
            Week of {formatPlainDate(weekStart)}: {formatMoney(amountCents, currency)}
          </li>
        ))}
      </VisuallyHidden>
      <BarChart
        aria-hidden
        h={height}
        data={weeks.map(({ weekStart, amount }) => ({ week: short.format(new Date(weekStart)), paid: amount }))}
        dataKey="week"
        series={[{ name: 'paid', label: 'Paid', color: 'teal.5' }]}
        valueFormatter={(value) => formatMoney(Math.round(value * 100), currency)}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{ width: 48, tickCount: 4, tickFormatter: (value: number) => axis.format(value) }}
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 12 } }}
        maxBarWidth={32}
        gridAxis="x"
        tickLine="none"
        strokeDasharray="0"
        gridColor="var(--mantine-color-default-border)"
      />
    </>
  );
}
