import type { Source } from './coded-audio';

export interface Version {
  id: string;
  source: Source;
  /** Seconds by which its audio begins after the common timeline; negative when it begins before. */
  shiftS: number;
  /** Whether `shiftS` is a guess from fingerprints, which the engine makes exact before switching to this version. */
  rough: boolean;
  /** Gains with which decoded channels are mixed; null if they are heard as they are. */
  mix: number[][] | null;
  /** Linear gain, at most 1. */
  gain: number;
}
