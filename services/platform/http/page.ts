import { z } from 'zod';
import { badRequest } from '../errors.js';
import { unstorableField } from './storable-input.js';

/** Query parameters of every list. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  /** Holds sort values, among them names of 200 characters. */
  cursor: z.string().max(2_000).optional(),
});

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** An opaque cursor holding the sort values of a page's last row. */
export const encodeCursor = (values: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** @throws AppError 400 when the cursor is not one that this list gave out. */
export function decodeCursor<T extends z.ZodType>(cursor: string, schema: T): z.infer<T> {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (unstorableField(values) !== null) throw new Error('A list has no such cursor');
    return schema.parse(values);
  } catch {
    throw badRequest('bad_cursor', 'This list has changed; please load it again.');
  }
}

/** Makes a page from at most `limit + 1` rows; the extra row only shows that there are more. */
export function cutPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => T,
  cursorValues: (row: Row) => readonly (string | number | null)[],
): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    data: kept.map(view),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(cursorValues(last)) : null,
  };
}
