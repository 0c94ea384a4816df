import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconDots, IconEdit, IconFileTypePdf, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Invoice } from '../../api';
import { EditInvoice } from './edit-invoice';
import { MarkPaid } from './mark-paid';
import { billed, useSetStatus } from './use-set-status';

/** Address of an invoice's PDF. */
export const pdfOf = (invoiceId: string): string => `/api/invoices/${invoiceId}/pdf`;

const isOpen = ({ status }: Invoice) => status === 'pending' || status === 'overdue';

interface InvoiceActionsProps {
  invoice: Invoice;
  /** Shows text on the button, if there is room. */
  labelled?: boolean;
  /** More actions, before the menu. */
  children?: ReactNode;
}

/** The engineer's actions on an invoice. */
export function InvoiceActions({ invoice, labelled = false, children }: InvoiceActionsProps) {
  const [editing, edit] = useDisclosure(false);
  const cancel = useSetStatus(billed(invoice), 'cancelled');
  const name = `invoice #${invoice.number}`;
  const askToCancel = () =>
    modals.openConfirmModal({
      title: `Cancel ${name}?`,
      children: 'The client no longer owes it, and the project can be invoiced again.',
      labels: { confirm: 'Cancel invoice', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => cancel.set(),
    });
  return (
    <>
      {isOpen(invoice) && <MarkPaid billed={billed(invoice)} invoice={name} labelled={labelled} />}
      {children}
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon title="More" aria-label={`More for ${name}`} loading={cancel.isPending}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={pdfOf(invoice.id)}
            download
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            Download PDF
          </Menu.Item>
          <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={edit.open}>
            Edit
          </Menu.Item>
          {isOpen(invoice) && (
            <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={askToCancel}>
              Cancel invoice
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditInvoice invoice={invoice} opened={editing} onClose={edit.close} />
    </>
  );
}
