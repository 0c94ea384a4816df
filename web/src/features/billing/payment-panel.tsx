import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Invoice } from '../../api';
import { useWiderThan } from '../../ui/use-wider-than';
import { HowToPay } from './how-to-pay';
import { InstructionsMissing } from './instructions-missing';
import { PaymentForm } from './payment-form';
import { usePayment } from './use-payment';

/** For an unpaid invoice: the client's payment form, or a note for the engineer. */
export function PaymentPanel({ invoice }: { invoice: Invoice }) {
  const wide = useWiderThan('sm');
  const [opened, { open, close }] = useDisclosure(false);
  const payment = usePayment(invoice.projectId, close);
  if (invoice.can.setStatus)
    return (
      <>
        <Text size="sm" c="dimmed">
          Client can pay this invoice to unlock final files.
        </Text>
        <InstructionsMissing />
      </>
    );
  if (!invoice.can.pay) return <HowToPay invoice={invoice} />;
  return (
    <Alert color="purple" title="Payment is due">
      <Group justify="space-between" gap="sm">
        <Text size="sm">Pay this invoice to unlock the final files.</Text>
        <Button onClick={open}>Pay now</Button>
      </Group>
      <Modal
        opened={opened}
        onClose={close}
        title="Payment"
        fullScreen={!wide}
        closeOnEscape={!payment.isPending}
        closeOnClickOutside={!payment.isPending}
      >
        <PaymentForm invoice={invoice} payment={payment} />
      </Modal>
    </Alert>
  );
}
