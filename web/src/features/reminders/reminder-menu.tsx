import { ActionIcon, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBellDollar, IconBellPause } from '@tabler/icons-react';
import type { Invoice } from '../../api';
import { ReminderPanel } from './reminder-panel';

/** Opens the reminders of an unpaid invoice. */
export function ReminderMenu({ invoice }: { invoice: Invoice }) {
  const [opened, { open, close }] = useDisclosure();
  if (!invoice.can.remind) return null;
  const { id, number, remindersPaused } = invoice;
  const Icon = remindersPaused ? IconBellPause : IconBellDollar;
  const state = remindersPaused ? 'Reminders (paused)' : 'Reminders';
  return (
    <>
      <ActionIcon title={state} aria-label={`${state} of invoice #${number}`} onClick={open}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={`Reminders of invoice #${number}`}>
        <ReminderPanel invoiceId={id} />
      </Modal>
    </>
  );
}
