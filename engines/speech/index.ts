export { parseVoiceId } from './blend.ts';
export { BYTES_PER_PROCESS, defaultProcesses } from './capacity.ts';
export { ADAPTATION_SIZE, partsOf as adaptationParts } from './decoder/adaptation.ts';
export type { SoundLoss } from './decoder/adapting-parts.ts';
export { DECODER_ID, keepAdaptation, readAdaptation } from './decoder/kept-adaptation.ts';
export {
  type Adapting,
  type Lesson,
  loadAdapting,
  soundOf,
} from './decoder/lessons.ts';
export { scoreLanguages } from './detection/score-task.ts';
export {
  InvalidMarkup,
  InvalidPronunciation,
  SpokenTextTooLong,
  TextNotSpeakable,
  UnknownVoice,
  UnsupportedLanguage,
} from './errors.ts';
export { removeFormerKokoro } from './former-weights.ts';
export { inOrder } from './in-order.ts';
export { BAND_HERTZ, createEqualiser } from './kokoro/equaliser.ts';
export type { Listener } from './kokoro/gradient-edit.ts';
export type { Utterance } from './kokoro/methods.ts';
export {
  type ListenerResult,
  loadTimbreGradient,
  type TimbreGradient,
} from './kokoro/timbre-gradient.ts';
export { TIMBRE_PARTS, TIMBRE_SIZE } from './kokoro/timbre-parts.ts';
export { createKokoroEngine, type KokoroEngine } from './kokoro-engine.ts';
export { languagesOf } from './language-levels.ts';
export { findLanguage, hasAgentDisclosure, hasBorrowedSounds, languageOrEnglish } from './languages.ts';

export { presetSpeaker } from './preset-speaker.ts';
export type { ReadRequest } from './read-request.ts';
export { unpronounceable } from './read-text.ts';
export { chunkOf, maxSeconds, type RemoteSound, UnusableSound } from './remote/chunk.ts';
export { planRemoteSegments, type RemoteSegment } from './remote/segments.ts';
export { isRemote, type RemoteSpeaker, readAnySpeaker, type Speaker } from './remote-speaker.ts';
export {
  readSpeaker,
  SPEAKER_LIMITS,
  type SpeakerArtifact,
  withoutAdaptation,
} from './speaker.ts';
export type { LanguageSpan } from './spoken-languages.ts';
export { abbreviationsIn } from './text/abbreviations-in.ts';
export type {
  CheckedSpeech,
  SpeechChunk,
  SpeechEngine,
  SynthesisOptions,
  SynthesisRequest,
  TimedPhoneme,
  TimedWord,
} from './types.ts';
export { partsOf, type SpeechVoice, VOICES as PRESET_VOICES } from './voices.ts';
export { assembleKokoro, inspectKokoro, speechFiles, WeightsCorrupt, WeightsMissing } from './weights.ts';
