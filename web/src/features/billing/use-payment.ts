import { useMutation } from '@tanstack/react-query';
import { paymentsPay } from '../../api';
import { toApiError } from '../../api/error';
import { fileKeys, invoiceKeys, projectKeys } from '../../api/keys';
import { pause } from '../../lib/uploads/connection';

/** About as long as a real payment takes; nothing is processed. */
const SIMULATED_MS = 2000;

export type Payment = ReturnType<typeof usePayment>;

/** Pays a project's invoice. The card's fields are not used. */
export function usePayment(projectId: string, onPaid: () => void) {
  return useMutation({
    mutationFn: async () => {
      if (!navigator.onLine) throw toApiError(null, undefined);
      await pause(SIMULATED_MS);
      await paymentsPay({ path: { id: projectId }, body: {}, throwOnError: true });
    },
    meta: {
      invalidates: [...invoiceKeys(), ...projectKeys(projectId), ...fileKeys(projectId)],
      success: {
        title: 'Payment Successful!',
        message: 'Your payment has been processed. Final files are now available for download.',
      },
      failure: { title: 'Payment Failed', message: 'There was an error processing your payment. Please try again.' },
    },
    onSuccess: onPaid,
  });
}
