import type { Item } from './items.js';
import { opensSlot, type VetoKind } from './kinds.js';

export type Veto = Item<VetoKind>;

/**
 * Evidence that adds up can always be outweighed: a client's mix has the right title, number and length too. The
 * reasons listed here cannot. A veto's value is the highest probability that it leaves to the claim. All values are
 * below what is assigned automatically, and the lower ones mean that the file is most likely something else.
 */
export const MOSTLY_NOT = 0.2;
export const DOUBTFUL = 0.4;
export const UNDECIDED = 0.55;
/**
 * Suggestions that are assigned automatically have more. Here, nothing contradicts the claim, but the slot is a guess.
 */
export const OPEN = 0.7;

export const veto = (kind: VetoKind, value: number, text: string): Veto => ({ kind, value, text: () => text });

/** The highest probability that the vetoes leave. */
export const mostLeft = (vetoes: readonly Veto[]): number => Math.min(1, ...vetoes.map(({ value }) => value));

/** The same for the vetoes that say that the file is something else, not that its slot is a guess. */
export const mostLikely = (vetoes: readonly Veto[]): number => mostLeft(vetoes.filter(({ kind }) => !opensSlot(kind)));
