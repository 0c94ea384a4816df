import type { Item } from './items.js';
import { opensSlot, type VetoKind } from './kinds.js';

export interface Veto extends Item<VetoKind> {
  /** The highest confidence, in per cent, that may be stated where the slot is a guess */
  stated?: number;
}

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

export const veto = (kind: VetoKind, value: number, text: string, stated?: number): Veto => ({
  kind,
  value,
  text: () => text,
  ...(stated !== undefined && { stated }),
});

/** The highest probability that the vetoes leave. */
export const mostLeft = (vetoes: readonly Veto[]): number => Math.min(1, ...vetoes.map(({ value }) => value));

/** The same for the vetoes that say that the file is something else, not that its slot is a guess. */
export const mostLikely = (vetoes: readonly Veto[]): number => mostLeft(vetoes.filter(({ kind }) => !opensSlot(kind)));

/** The highest confidence that may be stated, in per cent. */
export const mostStated = (vetoes: readonly Veto[]): number =>
  Math.min(100, ...vetoes.map(({ stated }) => stated ?? 100));
