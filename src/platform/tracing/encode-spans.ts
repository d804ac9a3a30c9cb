import { encodeAttributes, nanoseconds, SCOPE } from '../otlp/index.ts';
import type { Span, SpanKind } from './span.ts';

/** https://github.com/open-telemetry/opentelemetry-proto, in its JSON form: ids are hex. */
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, consumer: 5 };
const STATUS_ERROR = 2;

export function encodeSpans(spans: readonly Span[], resource: object): string {
  const scopeSpans = [{ scope: SCOPE, spans: spans.map(encodeSpan) }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function encodeSpan(span: Span): object {
  return {
    traceId: span.trace.id,
    spanId: span.id,
    parentSpanId: span.parentId,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs ?? span.startMs),
    attributes: encodeAttributes(span.attributes),
    status: span.hasFailed ? { code: STATUS_ERROR } : {},
  };
}
