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

/** The error message for a wrong field; `openapi.json` carries it to the forms. */
export const message = (text: string) => ({ 'x-message': text });

/** A character that a reader sees. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A line with at least one visible character. */
export const requiredLine = (max: number, missing: string) => line(max).regex(VISIBLE, missing).meta(message(missing));

/** Text that a machine sends back. `storable-input.ts` refuses what PostgreSQL does not store. */
export const text = (max: number) => z.string().max(max);

/** A file's name as a browser sends it, with any characters that a file system allows. */
export const browserFileName = text(1_000).min(1);

/** Several lines of text: trimmed, at most `max` characters. */
export const paragraph = (max: number) => z.string().trim().max(max);

/** Refuses U+FFFD in the texts of the fields: it stands for a character that was lost, and no store accepts it. */
export const wholeTexts = <T extends Record<string, z.ZodType>>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.refine((value) => typeof value !== 'string' || !value.includes('\ufffd'), {
        message: 'must not contain “\ufffd”: a character was lost. Type it again',
      }),
    ]),
  ) as T;

/** The largest value of an `integer` column. */
export const MAX_INTEGER = 2_147_483_647;
