import { useSyncExternalStore } from 'react';
import { invoicesSetStatus } from '../../api';
import { hideUndoToast, showUndoToast } from '../../ui/undo-toast';
import { GRACE_MS, heldPayments } from './held-payments';
import { type BilledInvoice, useSetStatus } from './use-set-status';

const toastOf = (id: string) => `mark-paid-${id}`;

/** Marks an invoice as paid after a grace period in which it can be undone without any effect. */
export function useMarkPaid(billed: BilledInvoice) {
  const { id, name } = billed;
  const status = useSetStatus(billed, 'paid');
  const held = useSyncExternalStore(heldPayments.subscribe, () => heldPayments.has(id));
  const undo = () => {
    heldPayments.release(id);
    hideUndoToast(toastOf(id));
  };
  const mark = () => {
    heldPayments.hold(id, (closing) => {
      hideUndoToast(toastOf(id));
      if (closing) void invoicesSetStatus({ path: { id }, body: { status: 'paid' }, keepalive: true });
      else status.set();
    });
    showUndoToast({
      id: toastOf(id),
      title: 'Marking as paid',
      message: `${name}: the client gets the final files in a moment.`,
      onUndo: undo,
      lastsMs: GRACE_MS,
    });
  };
  return { held, isPending: status.isPending, mark, undo };
}
