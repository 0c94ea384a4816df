import { Alert, Button, Group, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Project } from '../../api';
import { useSession } from '../../api/session';
import { formatMoney } from '../../lib/format/money';
import { SteadyNotice } from '../../ui/steady-notice';

/** For clients, at the top of a project that waits for their payment. */
export function PaymentDue({ project, tab }: { project: Project; tab: string }) {
  const due = project.invoice_status === 'pending' || project.invoice_status === 'overdue';
  const { invoice_amountCents: cents, invoice_currency: currency } = project;
  if (project.can.update) return null;
  return (
    <SteadyNotice ready place={tab}>
      {due && cents !== null && currency ? <Due project={project} sum={formatMoney(cents, currency)} /> : null}
    </SteadyNotice>
  );
}

function Due({ project, sum }: { project: Project; sum: string }) {
  const { demoPayments } = useSession();
  return (
    <Alert color="purple" title="Payment is due" icon={<IconReceipt aria-hidden />}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">
          {project.finalsUnlocked
            ? 'The invoice is waiting for payment.'
            : 'Pay the invoice to unlock the final files.'}
        </Text>
        <Button component={Link} flex="none" to={`/app/payment/${project.id}`}>
          {demoPayments ? `Pay ${sum}` : 'How to pay'}
        </Button>
      </Group>
    </Alert>
  );
}
