/** How the handlers of every mail run: pauses double from a second, some eighteen hours in all, which a mail server may be away. */
export const mailDelivery = { queue: 'mail', retries: 16 } as const;
