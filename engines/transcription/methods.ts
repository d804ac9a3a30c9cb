import { type ConfigOf, count, object, orNull, text } from '../../src/platform/process-pool/index.ts';
import type { Turn } from '../diarization/index.ts';
import { VOICE_WEIGHTS } from '../speaker-embedding/index.ts';
import type { Span } from '../voice-activity/index.ts';
import type { AnyLanguageModel, EnglishModel } from './models.ts';
import type { WhisperRequest } from './whisper/recognise.ts';
import type { RecognisedWindow } from './window.ts';

export type ActivityResult = {
  /** One per 32 ms. */
  probabilities: Float32Array;
  voicedSeconds: number;
};

export type EnglishWindow = {
  /** Empty if it is not speech. */
  text: string;
  pieces: number;
  averageLogProbability: number;
};

/** Somebody speaks in `speechSeconds` of the samples. */
export type EnglishRequest = { samples: Float32Array; speechSeconds: number; model: EnglishModel };
export type AnyLanguageRequest = WhisperRequest & { model: AnyLanguageModel };
export type SpeakersRequest = {
  samples: Float32Array;
  speech: Span[];
  maxSpeakers: number;
  leastSpeakers?: number | undefined;
};

export type RecogniserMethods = {
  listen(payload: { samples: Float32Array }): ActivityResult;
  /** Uses Moonshine. */
  english(payload: EnglishRequest): EnglishWindow;
  /** Uses Whisper. */
  anyLanguage(payload: AnyLanguageRequest): RecognisedWindow;
  /** Returns who speaks when. */
  speakers(payload: SpeakersRequest): Turn[];
};

const WEIGHTS = object({
  whisperEncoder: text,
  whisperDecoder: text,
  whisperVocabulary: text,
  moonshineEncoder: text,
  moonshineDecoder: text,
  silero: text,
});

const LARGER_FILES = orNull(object({ encoder: text, decoder: text }));

/** `voiceWeights` is null if they are not installed; there are then no speaker labels. */
export const RECOGNISER_CONFIG = object({
  weights: WEIGHTS,
  larger: object({ 'whisper-small': LARGER_FILES, 'moonshine-base': LARGER_FILES }),
  voiceWeights: orNull(VOICE_WEIGHTS),
  threads: count,
});
export type RecogniserConfig = ConfigOf<typeof RECOGNISER_CONFIG>;
