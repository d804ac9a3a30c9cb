import type { Span } from './span.ts';

/** Where a trace comes from: https://www.w3.org/TR/trace-context/ */
export type TraceParent = { traceId: string; spanId: string; isSampled: boolean };

/** Later versions may append fields. Longer than any sensible header, and nothing is read. */
const MAX_CHARACTERS = 256;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

/** Null for whatever is not valid: the trace then begins here. */
export function parseTraceparent(header: unknown): TraceParent | null {
  if (typeof header !== 'string' || header.length > MAX_CHARACTERS) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** Only sampled traces have spans. */
export function traceparentOf({ trace, id }: Span): string {
  return `00-${trace.id}-${id}-01`;
}
