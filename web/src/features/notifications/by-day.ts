import { formatDate } from '../../lib/format/format';

export interface Day<T> {
  label: string;
  items: T[];
}

/** Groups items, newest first, under 'Today', 'Yesterday' or the date, in local time. */
export function byDay<T extends { createdAt: string }>(items: readonly T[], now: Date = new Date()): Day<T>[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const days: Day<T>[] = [];
  for (const item of items) {
    const day = new Date(item.createdAt).toDateString();
    const label =
      day === now.toDateString()
        ? 'Today'
        : day === yesterday.toDateString()
          ? 'Yesterday'
          : formatDate(item.createdAt);
    const last = days.at(-1);
    if (last?.label === label) last.items.push(item);
    else days.push({ label, items: [item] });
  }
  return days;
}
