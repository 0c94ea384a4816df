import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type {} from 'pino-http';
import { isDatabaseFull, isDatabaseOutage } from '../database/outage.js';
import { AppError, noRoomLeft } from '../errors.js';
import { StorageError } from '../storage/storage.js';

interface ErrorReply {
  status: number;
  code: string;
  message: string;
  details: unknown;
}

const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
};

/** About how long the database or the store takes to come back. */
const RETRY_AFTER_S = 5;

/** The error of an unreadable request may quote the request, or be written for programmers. */
const UNREAD: Record<number, string> = { 400: 'The request could not be read', 413: 'The request is too large' };

/** Nest's own errors and those of body-parser and similar middleware carry a status. */
function foreignStatus(error: unknown): number | undefined {
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

export function describeError(error: unknown): ErrorReply {
  if (error instanceof AppError) {
    return { status: error.status, code: error.code, message: error.message, details: error.details };
  }
  const status = foreignStatus(error);
  if (status) {
    const message =
      UNREAD[status] ?? (error instanceof HttpException ? error.message : 'The request could not be read');
    return { status, code: CODES[status] ?? 'bad_request', message, details: null };
  }
  if (isDatabaseOutage(error) || (error instanceof StorageError && error.code === 'unavailable')) {
    const message = 'Lacquer cannot reach its data right now. Please try again in a moment.';
    return { status: 503, code: 'unavailable', message, details: { retryAfter: RETRY_AFTER_S } };
  }
  if (isDatabaseFull(error) || (error instanceof StorageError && error.code === 'full')) return noRoomLeft();
  return { status: 500, code: 'internal', message: 'Something went wrong on our side', details: null };
}

/** Answers every error in the one shape of the API; details that are not meant for callers go to the log only. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { status, code, message, details } = describeError(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    setRetryAfter(response, details);
    response.status(status).json({
      success: false,
      error: message,
      message,
      status,
      code,
      details: details ?? null,
      requestId: request.id,
    });
  }
}

/** The header that says when a request may succeed, if the details of an error do. */
export function setRetryAfter(response: Response, details: unknown): void {
  const { retryAfter } = (details ?? {}) as { retryAfter?: unknown };
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', Math.ceil(retryAfter));
}
