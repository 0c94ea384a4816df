import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { logContext } from '../log-context.js';
import { isLiveStream, routeOf } from '../metrics/http-metrics.js';
import { tracer } from './trace-context.js';

/** A span for each call, named by its route's pattern. Trace headers of callers are ignored. */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  if (!request.path.startsWith('/api/') || request.path.startsWith('/api/health')) return next();
  const { requestId } = logContext();
  const span = tracer().startSpan(request.method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
  response.once('close', () => {
    if (isLiveStream(response)) return;
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': response.statusCode,
      'lacquer.request_id': requestId,
    });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(ROOT_CONTEXT, span), next);
}
