import type { Database } from '../database/database.js';
import type { Logger } from '../log.js';
import { confinementGaps } from './confined.js';

/** Reports, in the log and to the operator's page, what this worker's system does not grant to the reading processes. */
export async function reportGaps(database: Database, logger: Logger, gaps = confinementGaps()): Promise<void> {
  if (gaps.length > 0) logger.warn({ gaps }, 'Processes that read uploaded files are not fully confined');
  await database.query('UPDATE installation SET reader_gaps = $1', [gaps]);
}

/** The gaps of the worker that started last. */
export async function readerGaps(database: Database): Promise<string[]> {
  const [row] = await database.query<{ gaps: string[] }>('SELECT reader_gaps AS gaps FROM installation');
  return row?.gaps ?? [];
}
