import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFlask } from '@tabler/icons-react';
import type { Invoice } from '../../api';
import { useSession } from '../../api/session';
import { formatMoney } from '../../lib/format/money';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { cardProblems, demoCard } from './card';
import { InvoiceHead } from './invoice-head';
import type { Payment } from './use-payment';

const UNREMEMBERED = { autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': 'true' };

/** Simulates paying an invoice in the demo. The card is checked here and never sent. */
export function PaymentForm({ invoice, payment }: { invoice: Invoice; payment: Payment }) {
  const { user } = useSession();
  const form = useForm({ initialValues: demoCard(user.name, new Date()), validate: cardProblems(new Date()) });
  const amount = formatMoney(invoice.amountCents, invoice.currency);
  const field = (name: keyof typeof form.values) => ({
    ...UNREMEMBERED,
    required: true,
    disabled: payment.isPending,
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={form.onSubmit(() => payment.mutate(), focusFirstError(form))} noValidate autoComplete="off">
      <Stack gap="md">
        <InvoiceHead invoice={invoice} />
        <Alert color="blue" icon={<IconFlask aria-hidden />} title="Demo — no real payment is processed">
          The card is made up, and what you type here does not leave this page.
        </Alert>
        <TextInput label="Name on card" data-autofocus {...field('name')} />
        <TextInput label="Card number" inputMode="numeric" maxLength={23} {...field('number')} />
        <Group grow align="flex-start" gap="md">
          <TextInput label="Expiry" placeholder="MM/YY" inputMode="numeric" maxLength={7} {...field('expiry')} />
          <TextInput label="CVV" inputMode="numeric" maxLength={3} {...field('cvv')} />
        </Group>
        <Button type="submit" size="md" loading={payment.isPending}>
          Pay {amount} (demo)
        </Button>
        <Text size="sm" c="dimmed" ta="center" role="status">
          {payment.isPending ? 'Simulating a card payment…' : 'No card is charged.'}
        </Text>
      </Stack>
    </form>
  );
}
