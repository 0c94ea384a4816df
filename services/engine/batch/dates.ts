import type { BatchFile } from '../reading/batch-file.js';
import type { DateReading } from '../reading/dates.js';
import type { DateOrder } from './types.js';

const readingsOf = (each: Pick<BatchFile, 'name' | 'folder'>): DateReading[] =>
  each.name.dates.length > 0 ? each.name.dates : (each.folder?.dates ?? []);

/** '4-2-25' alone may be in April or February. Beside '3-14-25' it is in April, because that date fixes the order. */
export function dateOrderOf(files: readonly BatchFile[]): DateOrder {
  const sole = files.map(readingsOf).filter((readings) => readings.length === 1);
  return new Map([...Map.groupBy(sole, (readings) => readings[0]!.order)].map(([order, all]) => [order, all.length]));
}

/** Possible readings of the date in the name or, without one, in the folder. */
export const datesOf = readingsOf;

/**
 * Positive if the first date is later; 0 if one is missing or they are equal; null if that depends on the order of day
 * and month, which the batch does not show.
 */
export function compareDates(
  one: readonly DateReading[],
  other: readonly DateReading[],
  habit: DateOrder,
): number | null {
  const every = one.flatMap((a) =>
    other.map((b) => ({ order: a.order, same: a.order === b.order, a: a.date, b: b.date })),
  );
  const alike = every.filter(({ same }) => same);
  const pairs = alike.length > 0 ? alike : every;
  const votes = ({ order }: { order: DateReading['order'] }): number => habit.get(order) ?? 0;
  const most = Math.max(0, ...pairs.map(votes));
  const comparable = pairs.filter(({ a, b }) => a.startsWith('0000') === b.startsWith('0000'));
  const likely = comparable.filter((pair) => votes(pair) === most);
  const signs = new Set(likely.map(({ a, b }) => Math.sign(a < b ? -1 : a > b ? 1 : 0)));
  return signs.size > 1 ? null : ([...signs][0] ?? 0);
}
