import { z } from 'zod';

/** Field shapes that several features share. */
export const id = z.uuid();
export const time = z.iso.datetime();
/** A database date as the wire's ISO 8601 UTC text. */
export const isoTime = (date: Date): string => date.toISOString();

/** One line of text typed by a person: trimmed, no control characters, `min`–`max` characters. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value), { message: 'must not contain control characters' });

/** Several lines of text: trimmed, at most `max` characters, no NUL. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0'), { message: 'must not contain NUL characters' });

export const fileTypes = ['upload', 'master', 'variation', 'revision'] as const;
export type FileType = (typeof fileTypes)[number];

export const slotTypes = [
  'streaming_master',
  'vinyl_master',
  'hires_master',
  'cd_master',
  'instrumental_master',
  'clean_master',
] as const;
export type SlotType = (typeof slotTypes)[number];
