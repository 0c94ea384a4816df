import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useMarkPaid } from './use-mark-paid';
import type { BilledInvoice } from './use-set-status';

interface MarkPaidProps {
  billed: BilledInvoice;
  /** Name of the invoice in the button's label. */
  invoice: string;
  /** Shows text on the button, if there is room. */
  labelled?: boolean;
  small?: boolean;
}

/** Marks an invoice as paid; the same button undoes it until it is sent. */
export function MarkPaid({ billed, invoice, labelled = false, small = false }: MarkPaidProps) {
  const { held, isPending, mark, undo } = useMarkPaid(billed);
  const Icon = held ? IconArrowBackUp : IconCheck;
  const label = held ? 'Undo paid' : 'Mark as paid';
  if (labelled) {
    return (
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={isPending}
        onClick={held ? undo : mark}
      >
        {label}
      </Button>
    );
  }
  return (
    <ActionIcon
      size={small ? 'sm' : undefined}
      title={label}
      aria-label={held ? `Do not mark ${invoice} as paid` : `Mark ${invoice} as paid`}
      loading={isPending}
      data-always={held || undefined}
      onClick={held ? undo : mark}
    >
      <Icon size={small ? 14 : 16} aria-hidden />
    </ActionIcon>
  );
}
