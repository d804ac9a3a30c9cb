export { createTranscriptionEngine, type TranscriptionEngineOptions } from './engine.ts';
export {
  LanguageNotTranscribed,
  NoSpeech,
  SpeakersNotInstalled,
  TranscriptionNotInstalled,
} from './errors.ts';
export type {
  Transcript,
  TranscriptionEngine,
  TranscriptionOptions,
  TranscriptionRequest,
  TranscriptionStatus,
} from './types.ts';
export { findTranscriptionWeights } from './weights.ts';
