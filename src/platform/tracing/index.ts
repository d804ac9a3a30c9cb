export { noTracing, openTracing, type Tracing } from './open-tracing.ts';
export {
  currentSpan,
  inSpan,
  keepSpan,
  runSpan,
  type Span,
  type StartTrace,
  traced,
  tracedSteps,
} from './span.ts';
export { parseTraceparent, traceparentOf } from './traceparent.ts';
