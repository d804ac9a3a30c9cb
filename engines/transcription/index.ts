export { createTranscriptionEngine, type TranscriptionEngineOptions } from './engine.ts';
export {
  LanguageNotTranscribed,
  ModelNotInstalled,
  NoSpeech,
  SpeakersNotInstalled,
  TranscriptionNotInstalled,
  UnknownTranscriptionModel,
} from './errors.ts';
export { isLargerModel, LARGER_MODELS, MODELS as TRANSCRIPTION_MODELS } from './models.ts';
export type { SpeakerTurn } from './speakers/label-segments.ts';
export type {
  Transcript,
  TranscriptionEngine,
  TranscriptionOptions,
  TranscriptionRequest,
  TranscriptionStatus,
  TranscriptWord,
} from './types.ts';
export { findLargerWeights, findTranscriptionWeights, LARGER_WEIGHTS } from './weights.ts';
export { UNSPACED as UNSPACED_LANGUAGES } from './whisper/tokens.ts';
