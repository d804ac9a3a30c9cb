export { editDistance } from './edit-distance.ts';
export { createTranscriptionEngine } from './engine.ts';
export {
  ModelNotInstalled,
  NoSpeech,
  SpeakersNotInstalled,
  TranscriptionNotInstalled,
} from './errors.ts';
export { isLargerModel, LARGER_MODELS, MODELS as TRANSCRIPTION_MODELS } from './models.ts';
export type { SpeakerTurn } from './speakers/label-segments.ts';
export type {
  Transcript,
  TranscriptionEngine,
  TranscriptionRequest,
  TranscriptionStatus,
  TranscriptWord,
} from './types.ts';
export { findLargerWeights, findTranscriptionWeights, LARGER_WEIGHTS } from './weights.ts';
export { UNSPACED as UNSPACED_LANGUAGES } from './whisper/tokens.ts';
export { wordErrors } from './word-errors.ts';
