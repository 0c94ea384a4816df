export const SLOT_TYPES = [
  'streaming_master',
  'vinyl_master',
  'hires_master',
  'cd_master',
  'instrumental_master',
  'clean_master',
] as const;

export type SlotType = (typeof SLOT_TYPES)[number];

export const SLOT_LABELS: Record<SlotType, string> = {
  streaming_master: 'Streaming Master',
  vinyl_master: 'Vinyl Master',
  hires_master: 'Hi-Res Master',
  cd_master: 'CD Master',
  instrumental_master: 'Instrumental',
  clean_master: 'Clean/Radio Edit',
};

/** Suggestions above this confidence, in per cent, count as certain: the web assigns them automatically. */
export const AUTO_ASSIGN_ABOVE = 70;

/** Chromaprint items of the first two minutes, about 8 per second. */
export type Fingerprint = ArrayLike<number>;

export interface SuggestProject {
  title: string;
  artist: string | null;
}

export interface SuggestSlot {
  slotType: SlotType;
  isRequired: boolean;
  /** released, or held by a file that is not part of this batch */
  filled: boolean;
}

export interface SuggestTrack {
  id: string;
  trackNumber: number;
  title: string;
  isrc: string | null;
  notes: string | null;
  /** of the client's original, if known */
  durationS: number | null;
  slots: SuggestSlot[];
  /** fingerprints of the client's originals */
  references?: Fingerprint[];
}

export interface SuggestTags {
  title?: string | null;
  artist?: string | null;
  album?: string | null;
  trackNumber?: number | null;
  isrc?: string | null;
}

/** Everything except the name may be unknown; what is known is used. */
export interface SuggestFile {
  id: string;
  /** as the engineer named it */
  name: string;
  /** relative path of its folder */
  folder?: string | null;
  /** ISO 8601 */
  uploadedAt?: string | null;
  /** last change on the engineer's computer, in milliseconds since 1970 */
  lastModified?: number | null;
  container?: string | null;
  sampleRateHz?: number | null;
  /** null for lossy files */
  bitDepth?: number | null;
  float?: boolean | null;
  channels?: number | null;
  durationS?: number | null;
  tags?: SuggestTags | null;
  fingerprint?: Fingerprint | null;
  integratedLufs?: number | null;
  truePeakDbtp?: number | null;
  /** the client's own mix: that it is not a master does not count against its track */
  isOriginal?: boolean;
  /**
   * where the engineer has assigned it: fixed, occupies its slot and counts as evidence for others. A released file
   * gives way to a revision that is named as one.
   */
  assigned?: { trackId: string; slotType: SlotType; released?: boolean } | null;
}

/** The meaning of a word in the studio, counted over the files that the studio has assigned. */
export interface StudioRule {
  /** folded like in `TaughtWord`; a habit of format as in `formatAlone` */
  word: string;
  /** as last written */
  text: string;
  slotType: SlotType;
  /** files with the word in this slot, and in others */
  for: number;
  against: number;
  /** an engineer has answered a question with it */
  answered?: boolean;
}

/** A word of a name that general knowledge does not explain, and whose meaning an assignment may teach. */
export interface TaughtWord {
  /** folded for comparison */
  word: string;
  /** as written in the name */
  text: string;
}

export interface Evidence {
  /** a key of the weight table */
  kind: string;
  /** log-odds it adds (positive) or takes away (negative) */
  strength: number;
  /** one short sentence without a full stop */
  text: string;
}

export interface Suggestion {
  trackId: string;
  trackNumber: number;
  slotType: SlotType;
  /** 0 to 100, calibrated: of the suggestions at 90, nine in ten are right */
  confidence: number;
  /** the weightiest evidence, best first, each line starting with '+ ' or '− ' (U+2212) */
  reasoning: string[];
  evidence: Evidence[];
}

/** A question to the engineer about a file whose slot nothing decides. */
export interface SlotQuestion {
  /** the use of a format, or the meaning of a studio's own word */
  kind: 'format-slot' | 'house-word';
  /** the key of the rule that an answer creates */
  word: string;
  /** the format or word as people write it */
  text: string;
  /** the likeliest first */
  choices: SlotType[];
}

/** One question for all files that its answer settles. */
export interface BatchQuestion extends SlotQuestion {
  fileIds: string[];
}

export interface FileSuggestions {
  /** best first, at most three; empty for files that are assigned already */
  suggestions: Suggestion[];
  /** what the file seems to be if it should not be assigned automatically, e.g. 'A reference, not a deliverable' */
  verdict: string | null;
  /** what assigning this file would teach the studio's rules */
  words: TaughtWord[];
  /** what would settle its slot, if only that is open */
  question: SlotQuestion | null;
}
