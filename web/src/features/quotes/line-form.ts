import type { OrderLine } from '../../api';
import { amountText } from '../../lib/format/money';
import type { OrderedKind } from '../../lib/words';

/** A line while it is edited. */
export interface LineValues {
  /** Stays the same while lines before it are removed. */
  key: string;
  description: string;
  quantity: number | string;
  /** Major units; '' if empty. */
  unit: number | string;
  ordered: OrderedKind | null;
  trackIds: string[];
}

/** The quote form. */
export interface QuoteValues {
  amount: number | string;
  /** Empty for a bare sum. */
  lines: LineValues[];
  notes: string;
  until: string | null;
}

export const newLine = (): LineValues => ({
  key: crypto.randomUUID?.() ?? String(Math.random()),
  description: '',
  quantity: 1,
  unit: '',
  ordered: null,
  trackIds: [],
});

export const lineValues = ({ description, quantity, unitCents, ordered, trackIds }: OrderLine): LineValues => ({
  ...newLine(),
  description,
  quantity,
  unit: amountText(unitCents / 100),
  ordered: ordered ?? null,
  trackIds: trackIds ?? [],
});

const centsOf = (unit: number | string): number => (unit === '' ? NaN : Math.round(Number(unit) * 100));

/** The line as the API takes it. A field that is not a number yet becomes NaN, which the form's check refuses. */
export const lineBody = ({ description, quantity, unit, ordered, trackIds }: LineValues) => ({
  description: description.trim(),
  quantity: quantity === '' ? NaN : Number(quantity),
  unitCents: centsOf(unit),
  ordered,
  trackIds,
});

/** The sum in minor units; lines that are not complete count as nothing. */
export const linesSum = (lines: readonly LineValues[]): number =>
  lines.reduce((sum, { quantity, unit }) => sum + (Number(quantity) * centsOf(unit) || 0), 0);
