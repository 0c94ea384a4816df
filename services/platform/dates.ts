const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const plain = new Intl.DateTimeFormat('en', { ...DAY, timeZone: 'UTC' });

/** A day of the calendar, given as YYYY-MM-DD, as letters write it. */
export const longDay = (day: string): string => plain.format(new Date(day));

/** When something ends: with hour and zone, because the reader of a mail may live in another zone than its studio. */
export const deadline = (end: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { ...DAY, hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' }).format(
    end,
  );
