import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// Without `startTracing` this is OpenTelemetry's no-op tracer: it creates no spans and returns no context.
export const tracer = () => trace.getTracer('lacquer');

/** The W3C `traceparent` of the current span; null while nothing is traced. */
export const traceParent = (of: Context = context.active()): string | null => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(of, carrier);
  return carrier.traceparent ?? null;
};

const after = (parent: string): Context => propagation.extract(ROOT_CONTEXT, { traceparent: parent });

/** Records as a span how long an event waited to be relayed; returns the context for its jobs. */
export function traceRelay(event: string, since: Date, parent: string, requestId?: string | null): string {
  const from = after(parent);
  const span = tracer().startSpan(
    `relay ${event}`,
    { kind: SpanKind.PRODUCER, startTime: since, attributes: requestId ? { 'lacquer.request_id': requestId } : {} },
    from,
  );
  span.end();
  return traceParent(trace.setSpan(from, span)) ?? parent;
}

/** One attempt of a job, as a span that continues the event's trace. */
export async function traceJob(
  name: string,
  attributes: Attributes,
  parent: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (!parent) return work();
  const from = after(parent);
  const span = tracer().startSpan(name, { kind: SpanKind.CONSUMER, attributes }, from);
  try {
    await context.with(trace.setSpan(from, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}

/** The id of the trace that a log line belongs to. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;
