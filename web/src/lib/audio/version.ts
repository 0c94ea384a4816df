import type { Source } from './coded-audio';

/** A version as the engine plays it. */
export interface Version {
  id: string;
  source: Source;
  /** Seconds by which its sound begins later than the common timeline; negative when it begins earlier. */
  shiftS: number;
  /** Whether `shiftS` is a fingerprint's guess, which the sound itself makes exact before it is heard. */
  rough: boolean;
  /** Linear, at most 1. */
  gain: number;
}
