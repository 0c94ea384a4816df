import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { logContext } from './log-context.js';
import { traceId } from './tracing/trace-context.js';
import { version } from './version.js';

export type { Logger } from 'pino';

/** The fields of a database error that contain values of the row or of the statement; any of them may be a secret. */
const VALUES = ['parameters', 'detail', 'where', 'internalQuery', 'driverError'];

/** An error as it is logged: a failing statement keeps its text, without its values. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The driver adds its client to the error of a broken connection, with the key that cancels statements.
  const logged = Object.entries({ ...stdSerializers.errWithCause(error) }).filter(([name]) => name !== 'client');
  const ofDatabase = 'parameters' in error || 'severity' in error;
  const several = error instanceof AggregateError ? { aggregateErrors: error.errors.map(loggedError) } : {};
  const cause = error.cause === undefined ? {} : { cause: loggedError(error.cause) };
  return {
    ...Object.fromEntries(ofDatabase ? logged.filter(([name]) => !VALUES.includes(name)) : logged),
    ...several,
    ...cause,
  };
}

/** JSON lines on standard output, without cookies, tokens, signatures and the values of statements. */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { pid: process.pid, hostname: hostname(), version },
    serializers: { err: loggedError },
    // Copied, because pino writes the line's own fields into it.
    mixin: () => ({ ...logContext(), traceId: traceId() }),
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.secret'],
  };
  // A request does not wait until its line is written; the remaining lines are written when the process ends.
  return pino(options, destination ?? pino.destination({ fd: 1, sync: false }));
}

/** Injection token of the process's logger. */
export const LOGGER = Symbol('LOGGER');

/** Nest's own messages in the same JSON lines. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'info' | 'warn' | 'error' | 'debug') =>
    (message: unknown, ...rest: unknown[]) =>
      logger[level]({ context: rest.at(-1) }, String(message));
  return {
    log: write('debug'),
    warn: write('warn'),
    error: (message: unknown, stack?: unknown) => logger.error({ stack }, String(message)),
    debug: write('debug'),
    verbose: write('debug'),
  };
}
