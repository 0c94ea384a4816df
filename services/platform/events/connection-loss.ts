import type { Database } from '../database/database.js';

/** SQLSTATE class 08 (connection) and 57P0x (server stopping or starting), appendix A of PostgreSQL's manual. */
const SQL_STATE = /^(08\w{3}|57P0[123])$/;

/** What node-postgres says when a connection ends without a code. */
const MESSAGE = /^Connection terminated/;

/** Whether the database went away under a handler that failed, so that the attempt says nothing about the handler. */
export async function lostDatabase(database: Database, error: Error): Promise<boolean> {
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string' && SQL_STATE.test(code)) return true;
  if (MESSAGE.test(error.message)) return true;
  return database.query('SELECT 1').then(
    () => false,
    () => true,
  );
}
