export { loadSilero, SILERO, type Silero, WINDOW_SAMPLES } from './silero.ts';
export {
  planWindows,
  type Span,
  STEP_SECONDS,
  softestMoment,
  spansWithin,
  speechSpans,
  totalSeconds,
} from './spans.ts';
