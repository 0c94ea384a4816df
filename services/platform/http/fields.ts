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

/** What people are told of a field that is wrong; the API's document carries it to the forms. */
export const message = (text: string) => ({ 'x-message': text });

/** A line that has to be filled in. */
export const requiredLine = (max: number, missing: string) => line(max).regex(/\S/, missing).meta(message(missing));

const withoutNul = [(value: string) => !value.includes('\0'), { message: 'must not contain NUL characters' }] as const;

/** Text as a machine hands it back; PostgreSQL stores everything but NUL. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(...withoutNul);

/** A file's name as a browser says it, with anything in it that a file system allows. */
export const browserFileName = text(1_000).min(1);

/** Several lines of text: trimmed, at most `max` characters, no NUL. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(...withoutNul);
