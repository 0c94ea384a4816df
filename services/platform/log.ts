import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output; cookies, tokens and signatures are cut out wherever a request is logged. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.secret'],
  });
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
