import { isDatabaseOutage } from '../database/outage.js';
import type { Logger } from '../log.js';

/**
 * A sweep's work on one row after another: one that fails is named in the log and left to the next sweep, and the others
 * get their turn. While the database is away there is no next row.
 */
export async function sweepEach<T extends object>(
  rows: Iterable<T> | AsyncIterable<T>,
  logger: Logger,
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for await (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      logger.error(
        { err: error, row: namesOf(row) },
        'a sweep has left out a row that failed; the next one tries again',
      );
    }
  }
}

/** Ids and keys tell which row it was; the rest is nobody's business in a log. */
function namesOf(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => /^id$|Id$|^objectKey$/.test(name)));
}
