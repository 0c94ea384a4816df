/**
 * This many, and this share of all, make a habit of a batch: a series of numbers, a common beginning, the artists of a
 * compilation.
 */
export const SERIES = { least: 3, share: 0.6 };

/** A name contains some of a title from this share of it on … */
export const PART_OF_TITLE = 0.4;
/** … and all of it from this one on. */
export const WHOLE_TITLE = 0.9;
