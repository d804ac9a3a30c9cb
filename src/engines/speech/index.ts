export { parseVoiceId, type VoicePart } from './blend.ts';
export {
  InvalidMarkup,
  InvalidPronunciation,
  InvalidSpeed,
  InvalidVoiceBlend,
  TextNotSpeakable,
  UnknownVoice,
  UnsupportedLanguage,
} from './errors.ts';
export { createKokoroEngine, type KokoroEngine } from './kokoro-engine.ts';
export type { PoolsOptions as KokoroOptions } from './pools.ts';
export { unsayable } from './read-text.ts';
export type {
  SpeechChunk,
  SpeechEngine,
  SpeechEngineStatus,
  SynthesisOptions,
  SynthesisRequest,
  TimedPhoneme,
  TimedWord,
} from './types.ts';
export type { SpeechVoice } from './voices.ts';
export { assembleKokoro } from './weights.ts';
export { WeightsCorrupt, WeightsMissing } from './weights-errors.ts';
