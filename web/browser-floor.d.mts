export const FLOOR: { chrome: number; firefox: number; safari: number };
export const TARGETS: string[];
export interface MissingFeature {
  owner: string;
  member: string | null;
}
export function missingFeatures(): MissingFeature[];
