import { useMutation } from '@tanstack/react-query';
import { type Invoice, invoicesSetStatusMutation } from '../../api';
import { fileKeys, invoiceKeys, projectKeys } from '../../api/keys';
import { formatMoney } from '../../lib/format/money';
import { type InvoiceStatus, invoiceStatuses } from '../../lib/words';

export interface BilledInvoice extends Pick<Invoice, 'id' | 'projectId'> {
  /** Name of the invoice for the toast. */
  name: string;
}

export const billed = ({ id, projectId, number, amountCents, currency }: Invoice): BilledInvoice => ({
  id,
  projectId,
  name: `Invoice #${number}, ${formatMoney(amountCents, currency)}`,
});

/** Changes the status of an invoice and shows the matching toast. */
export function useSetStatus(
  { id, projectId, name }: BilledInvoice,
  status: InvoiceStatus,
  failure = 'Failed to update invoice status',
) {
  const { mutate, isPending } = useMutation({
    ...invoicesSetStatusMutation(),
    meta: {
      invalidates: [...invoiceKeys(), ...projectKeys(projectId), ...fileKeys(projectId)],
      success: { title: `Invoice Marked as ${invoiceStatuses[status].label}`, message: name },
      failure: { title: 'Error', message: failure },
    },
  });
  return { isPending, set: (onSuccess?: () => void) => mutate({ path: { id }, body: { status } }, { onSuccess }) };
}
