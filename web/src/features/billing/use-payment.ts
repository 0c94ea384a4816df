import { useMutation } from '@tanstack/react-query';
import { paymentsPay } from '../../api';
import { fileKeys, invoiceKeys, projectKeys } from '../../api/keys';
import { toApiError } from '../../lib/error';
import { pause } from '../../lib/uploads/connection';

/** As long as a real one might take; nothing is processed meanwhile. */
const SIMULATED_MS = 2000;

export type Payment = ReturnType<typeof usePayment>;

/** Settles a project's invoice. What stands in the card's fields is no part of it. */
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
