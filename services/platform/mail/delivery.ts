/**
 * Retries for every mail: the pauses double from one second to about eighteen hours in all, so a mail server may be
 * down for that long.
 */
export const mailDelivery = { queue: 'mail', retries: 16 } as const;
