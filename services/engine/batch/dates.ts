import type { DateReading } from '../names/patterns.js';
import type { BatchFile, DateOrder } from './types.js';

const readingsOf = (each: Pick<BatchFile, 'name' | 'folder'>): DateReading[] =>
  each.name.dates.length > 0 ? each.name.dates : (each.folder?.dates ?? []);

/** '4-2-25' alone may be in April or in February; beside '3-14-25' it is in April. */
export function dateOrderOf(files: readonly BatchFile[]): DateOrder {
  const sole = files.map(readingsOf).filter((readings) => readings.length === 1);
  return new Map([...Map.groupBy(sole, (readings) => readings[0]!.order)].map(([order, all]) => [order, all.length]));
}

/** The date that name or folder bears, as YYYYMMDD, with HHMMSS behind where it is known. */
export function dateOf(each: BatchFile, order: DateOrder): string | null {
  const [first, ...others] = readingsOf(each);
  if (!first) return null;
  const votes = ({ order: of }: DateReading): number => order.get(of) ?? 0;
  return others.reduce((best, reading) => (votes(reading) > votes(best) ? reading : best), first).date;
}
