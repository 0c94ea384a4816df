const DAY_MS = 86_400_000;

/** Local date as YYYY-MM-DD. */
export function localDay(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Time until a due date: 'today', 'in 5 days', '3 days late'. Both dates are YYYY-MM-DD. */
export function dueIn(dueDate: string, today: string): string {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / DAY_MS);
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return days > 0 ? `in ${count}` : `${count} late`;
}
