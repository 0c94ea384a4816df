import { Stack, Title } from '@mantine/core';
import { useSession } from '../api/session';
import { InvoiceList } from '../features/billing/invoice-list';
import { MetricCards } from '../features/billing/metric-cards';
import { ReminderMenu } from '../features/reminders/reminder-menu';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('Invoices') }];

export default function Invoices() {
  const isEngineer = useSession().user.role === 'engineer';
  return (
    <Stack gap="lg">
      <Title order={1}>Invoices</Title>
      {isEngineer && <MetricCards />}
      <InvoiceList actions={(invoice) => <ReminderMenu invoice={invoice} />} />
    </Stack>
  );
}
