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
export {
  createVoiceActivityEngine,
  type VoiceActivityEngine,
  VoiceActivityNotInstalled,
} from './voice-activity-engine.ts';
export { createVoiceStream } from './voice-stream.ts';
export { findVoiceActivityWeights } from './weights.ts';
