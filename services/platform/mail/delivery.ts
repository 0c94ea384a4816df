/**
 * Retries for every mail: pauses double from one second, about eighteen hours in all, so that a mail server may be down
 * that long.
 */
export const mailDelivery = { queue: 'mail', retries: 16 } as const;
