import { domainWords, type OrderedKind, type SlotType } from '../../platform/domain-words.js';

/** A line of a quote or an invoice as it is stored. */
export interface OrderLine {
  description: string;
  quantity: number;
  /** Minor units of the quote's currency. */
  unitCents: number;
  /** The ordered format or deliverable; null for work without a file of its own, such as an hour of editing. */
  ordered: OrderedKind | null;
  /** The tracks that a format is ordered for; empty for every track. */
  trackIds: string[];
}

/** Whether it is ordered for each track, and not once for the album. */
export const isFormat = (kind: OrderedKind): kind is SlotType => domainWords.orderedKinds[kind].scope === 'track';

export const lineCents = ({ quantity, unitCents }: Pick<OrderLine, 'quantity' | 'unitCents'>): number =>
  quantity * unitCents;

/** The sum of the lines in minor units. */
export const sumOf = (lines: readonly Pick<OrderLine, 'quantity' | 'unitCents'>[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0);

/** '10 × Mastering', or only the description of a single thing. */
export const lineText = ({ quantity, description }: Pick<OrderLine, 'quantity' | 'description'>): string =>
  quantity === 1 ? description : `${quantity} × ${description}`;
