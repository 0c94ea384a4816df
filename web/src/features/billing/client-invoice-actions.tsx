import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Invoice } from '../../api';
import { useSession } from '../../api/session';
import { pdfOf } from './invoice-actions';

/** Pays an invoice, or says how to, and downloads it. */
export function ClientInvoiceActions({ invoice: { id, number, projectId, status } }: { invoice: Invoice }) {
  const { demoPayments } = useSession();
  const pay = demoPayments ? 'Pay' : 'How to pay';
  return (
    <>
      {(status === 'pending' || status === 'overdue') && (
        <Button component={Link} size="xs" to={`/app/payment/${projectId}`} aria-label={`${pay}: invoice #${number}`}>
          {pay}
        </Button>
      )}
      <Tooltip label="Download PDF">
        <ActionIcon component="a" href={pdfOf(id)} download aria-label={`Download invoice #${number} as PDF`}>
          <IconFileTypePdf size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
