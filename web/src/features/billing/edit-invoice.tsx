import { Alert, Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '../../api';
import { type InvoiceStatus, invoiceStatuses, optionsOf } from '../../lib/words';
import { useMarkPaid } from './use-mark-paid';
import { billed, useSetStatus } from './use-set-status';

const EXPLAINED: Record<InvoiceStatus, string> = {
  pending: 'The client can pay it until the due date and after.',
  paid: 'The final files are unlocked.',
  overdue: 'The client can still pay it.',
  cancelled: 'It is no longer owed, and the project can be invoiced again.',
};

export function EditInvoice({ invoice, opened, onClose }: { invoice: Invoice; opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Invoice #${invoice.number}`}>
      <Form invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function Form({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [status, setStatus] = useState(invoice.status);
  const change = useSetStatus(billed(invoice), status, 'Failed to update invoice');
  const payment = useMarkPaid(billed(invoice));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (status === invoice.status) onClose();
        else if (status !== 'paid') change.set(onClose);
        else {
          payment.mark();
          onClose();
        }
      }}
    >
      <Stack gap="lg">
        <Radio.Group label="Status" value={status} onChange={(value) => setStatus(value)}>
          <Stack gap="sm" mt={4}>
            {optionsOf(invoiceStatuses).map(({ value, label }) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={EXPLAINED[value]}
                data-autofocus={value === invoice.status || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {invoice.status === 'paid' && status !== 'paid' && (
          <Alert color={invoice.isDelivered ? 'yellow' : 'blue'}>
            {invoice.isDelivered
              ? 'The project is delivered, so its final files stay unlocked, in delivery links too. Set the project to another status to lock them.'
              : 'This takes the payment back: the final files are locked again, in delivery links too.'}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
