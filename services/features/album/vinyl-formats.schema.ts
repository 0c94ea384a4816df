import { z } from 'zod';

/** Minutes of a side: up to `good` at full level, `most` is the longest that is still cut. */
export const vinylFormats = {
  '12-33': { label: '12″ 33⅓', goodS: 19.5 * 60, mostS: 26 * 60 },
  '12-45': { label: '12″ 45', goodS: 14.5 * 60, mostS: 18 * 60 },
  '10-33': { label: '10″ 33⅓', goodS: 13.5 * 60, mostS: 14 * 60 },
  '10-45': { label: '10″ 45', goodS: 10 * 60, mostS: 10 * 60 },
  '7-33': { label: '7″ 33⅓', goodS: 7 * 60, mostS: 8 * 60 },
  '7-45': { label: '7″ 45', goodS: 5 * 60, mostS: 6 * 60 },
} as const;

export type VinylFormat = keyof typeof vinylFormats;

export const vinylFormatSchema = z.enum(Object.keys(vinylFormats) as VinylFormat[]);
export const DEFAULT_VINYL_FORMAT: VinylFormat = '12-33';
