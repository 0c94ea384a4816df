import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import { loggedError, type Logger } from '../log.js';
import { withLogContext } from '../log-context.js';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** A path without its secrets: the query (signed URLs) and segments longer than an id (tokens in mails). */
export const loggedPath = (url: string | undefined): string | undefined =>
  url?.split('?', 1)[0]!.replace(/\/[\w.-]{40,}(?=\/|$)/g, '/…');

/** Gives each request an id (kept when the caller sent a sane `X-Request-Id`), returns it, and logs one line when it ends. */
export function requestLog(logger: Logger) {
  const log = pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (request) => !request.url?.startsWith('/api/') || request.url.startsWith('/api/health') },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    // Otherwise our serializers would get errors that pino has already serialised, including the values of statements.
    wrapSerializers: false,
    serializers: {
      err: loggedError,
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        url: loggedPath(request.url),
      }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void) =>
    log(request, response, () => withLogContext({ requestId: String(request.id) }, next));
}
