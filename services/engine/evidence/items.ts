import type { EvidenceKind, VetoKind } from './kinds.js';

/** A piece of evidence before it is weighed: how much of its kind there is, and the sentence that describes it. */
export interface Item<Kind extends EvidenceKind | VetoKind = EvidenceKind> {
  kind: Kind;
  value: number;
  text: () => string;
  /** the file that it is about, if there is one */
  by?: number;
}

export const sentence = (text: string) => (): string => text;
