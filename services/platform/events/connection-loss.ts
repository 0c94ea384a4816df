import type { Database } from '../database/database.js';
import { isDatabaseOutage } from '../database/outage.js';

/** Whether a handler failed because the database went away, so that the attempt does not count against the handler. */
export async function lostDatabase(database: Database, error: Error): Promise<boolean> {
  if (isDatabaseOutage(error)) return true;
  return database.query('SELECT 1').then(
    () => false,
    () => true,
  );
}
