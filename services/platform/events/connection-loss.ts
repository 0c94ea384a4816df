import type { Database } from '../database/database.js';
import { isDatabaseOutage } from '../database/outage.js';

/** Whether the database went away under a handler that failed, so that the attempt says nothing about the handler. */
export async function lostDatabase(database: Database, error: Error): Promise<boolean> {
  if (isDatabaseOutage(error)) return true;
  return database.query('SELECT 1').then(
    () => false,
    () => true,
  );
}
