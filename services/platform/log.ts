import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { logContext } from './log-context.js';

export type { Logger } from 'pino';

/** JSON lines on standard output; cookies, tokens and signatures are cut out wherever a request is logged. */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level,
    // A copy: pino writes the line's own fields into it.
    mixin: () => ({ ...logContext() }),
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.secret'],
  };
  return destination ? pino(options, destination) : pino(options);
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
