export { noTracing, openTracing, type Tracing } from './open-tracing.ts';
export { currentSpan, inSpan, keepSpan, runSpan, type Span, traced } from './span.ts';
export { parseTraceparent, traceparentOf } from './traceparent.ts';
