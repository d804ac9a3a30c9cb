import type { Turn } from '../diarization/index.ts';
import type { Span } from '../voice-activity/index.ts';
import type { WhisperRequest } from './whisper/recognise.ts';
import type { HeardWindow } from './window.ts';

export type Listened = {
  /** One for each 32 ms. */
  probabilities: Float32Array;
  voicedSeconds: number;
};

export type EnglishWindow = {
  /** Empty for what is not speech. */
  text: string;
  pieces: number;
  averageLogProbability: number;
};

export type SpeakersQuestion = { samples: Float32Array; spoken: Span[]; maxSpeakers: number };

export type RecogniserMethods = {
  listen(payload: { samples: Float32Array }): Listened;
  /** Moonshine. */
  english(payload: { samples: Float32Array }): EnglishWindow;
  /** Whisper. */
  anyLanguage(payload: WhisperRequest): HeardWindow;
  /** Who speaks when. */
  speakers(payload: SpeakersQuestion): Turn[];
};
