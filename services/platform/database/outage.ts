/**
 * SQLSTATE classes 08 (connection) and 57P0x (server stopping or starting), and 53300 (no connection left): appendix A
 * of PostgreSQL's manual.
 */
const SQL_STATE = /^(08\w{3}|57P0[1-5]|53300)$/;

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of node-postgres and its pool that have no code. */
const MESSAGE =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database could not write because its disk is full (SQLSTATE 53100). */
export const isDatabaseFull = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === '53100';

/** Whether a database error means that the server is down, so that it says nothing about the statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as Error & { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string' && (SQL_STATE.test(code) || NETWORK.has(code))) return true;
  return MESSAGE.test(error.message) || Boolean(errors?.some(isDatabaseOutage));
}
