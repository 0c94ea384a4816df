/** A broken float may be lowered by far more. It must not silence all other tracks of its list. */
const MOST_DB = 20;

/** Decibels by which the tracks of a list are lower than their files, so that they keep their relation to each other. */
export const listLevelDb = (loweredDb: readonly number[]): number =>
  Math.max(0, ...loweredDb.filter((decibels) => decibels <= MOST_DB));
