const DAY_MS = 86_400_000;
const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });

/** A date without time, YYYY-MM-DD, as people read it. */
export const formatPlainDate = (date: string): string => day.format(new Date(date));

/** The day it is here, YYYY-MM-DD. */
export function localDay(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** How far a due date is away: 'today', 'in 5 days', '3 days late'. Both are YYYY-MM-DD. */
export function dueIn(dueDate: string, today: string): string {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / DAY_MS);
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return days > 0 ? `in ${count}` : `${count} late`;
}
