import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch } from '../batch/types.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { SlotType, SuggestFile } from '../types.js';
import type { Item } from './items.js';
import type { DoubtKind, EvidenceKind, VetoKind } from './kinds.js';
import type { Level } from './level.js';
import type { SlotReading } from './slot-mentions.js';
import type { Veto } from './veto.js';

export type Doubt = Item<DoubtKind>;

/** Input of a rule: a file as a candidate for a track. */
export interface TrackContext {
  batch: Batch;
  file: BatchFile;
  trackIndex: number;
  /** what remains of the name beside the track's title */
  remaining: RemainingWords;
  /** what the words say about the slot */
  words: SlotReading;
  level: Level;
}

/** The same for one slot of that track. */
export interface SlotContext extends TrackContext {
  slot: SlotType;
}

type ExampleFile = Partial<Omit<SuggestFile, 'id'>> & {
  name: string;
  /** it has the sound of this track's original */
  sounds?: number;
  /** the share of that sound's bits that differ between these seconds */
  altered?: readonly [share: number, from: number, to: number];
};

/**
 * A batch for the tracks 'Ember', 'Low Tide', 'Glass Orchard', 'Northbound' and 'Paper Moon', and what the rule finds
 * in it.
 */
export interface Example<Kind> {
  /** names without extension, or files; the rule is applied to the first */
  files: readonly (string | ExampleFile)[];
  /** number of the track; 1 by default */
  track?: number;
  /** streaming by default */
  slot?: SlotType;
  titles?: string[];
  /** 'Inland' by default */
  album?: string;
  /** originals of 3:00, 3:17, 3:34 and so on, or of these lengths, are known */
  lengths?: true | readonly number[];
  /** the tracks have the ISRCs GBABC2600001 and on */
  isrcs?: true;
  /** all slots are filled */
  filled?: true;
  /** what words mean in the studio, by five files each */
  conventions?: Record<string, SlotType>;
  /** the kinds that the rule finds; empty for a counterexample */
  finds: readonly Kind[];
}

/** A rule with the kinds that it may find and examples, which run as tests (examples.spec.ts). */
export interface Rule<Kind, Context, Found> {
  kinds: readonly Kind[];
  examples: readonly Example<Kind>[];
  /** `items` is what the rules before it have found */
  of: (context: Context, items: readonly Item[]) => Found[];
}

export type TrackRule = Rule<EvidenceKind, TrackContext, Item>;
export type SlotRule = Rule<EvidenceKind, SlotContext, Item>;
export type DoubtRule = Rule<DoubtKind, SlotContext, Doubt>;
export type TrackVeto = Rule<VetoKind, TrackContext, Veto>;
export type SlotVeto = Rule<VetoKind, SlotContext, Veto>;

/** Defines evidence for or against a file belonging to a track. */
export const defineRule = (rule: TrackRule): TrackRule => rule;

/** Defines evidence for or against one slot of a track. */
export const defineSlotRule = (rule: SlotRule): SlotRule => rule;

/** Defines a reason that takes a share of a claim, however well title and length agree. */
export const defineDoubt = (rule: DoubtRule): DoubtRule => rule;

/** Defines a reason against a track that no evidence in its favour outweighs. */
export const defineVeto = (rule: TrackVeto): TrackVeto => rule;

/** The same for one slot. */
export const defineSlotVeto = (rule: SlotVeto): SlotVeto => rule;
