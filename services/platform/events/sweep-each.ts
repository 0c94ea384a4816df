import { isDatabaseOutage } from '../database/outage.js';
import type { Logger } from '../log.js';

/**
 * Handles one row after another. A row that fails is logged and left to the next sweep, and the others get their turn.
 * While the database is down the sweep stops.
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
      logger.error({ err: error, row: namesOf(row) }, 'a sweep skipped a row that failed; the next sweep tries again');
    }
  }
}

/** Ids and keys identify the row; its other fields do not belong in a log. */
function namesOf(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => /^id$|Id$|^objectKey$/.test(name)));
}
