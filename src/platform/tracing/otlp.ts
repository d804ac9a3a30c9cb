import type { Attributes, Span, SpanKind } from './span.ts';

/** https://github.com/open-telemetry/opentelemetry-proto, in its JSON form: ids are hex, 64-bit numbers are text. */
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, consumer: 5 };
const STATUS_ERROR = 2;

export function encodeSpans(spans: readonly Span[], resource: Attributes): string {
  const scopeSpans = [{ scope: { name: 'vox-humana' }, spans: spans.map(encodeSpan) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: encode(resource) }, scopeSpans }] });
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
    attributes: encode(span.attributes),
    status: span.hasFailed ? { code: STATUS_ERROR } : {},
  };
}

/** A number has too few digits for nanoseconds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function encode(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
