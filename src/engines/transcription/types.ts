import type { SpeakerTime } from './speakers/label-segments.ts';
import type { Task } from './whisper/decode-window.ts';
import type { RecognisedWord } from './window.ts';

export type TranscriptionRequest = {
  /** Mono, 16 kHz, between −1 and 1. */
  samples: Float32Array;
  /** ISO 639-1; absent: found out. */
  language?: string | undefined;
  /** `translate` writes English whatever is spoken. */
  task?: Task | undefined;
  /** Who says what is wanted as well; `max` voices are told apart at most. */
  speakers?: { max: number } | undefined;
};

export type TranscriptionOptions = { signal?: AbortSignal | undefined; deadlineMs?: number | undefined };

/** Times are seconds from the beginning of the sound. */
export type TranscriptSegment = { start: number; end: number; text: string; speaker?: string };
export type TranscriptWord = RecognisedWord;

export type Transcript = {
  text: string;
  language: string;
  segments: TranscriptSegment[];
  words: TranscriptWord[];
  /** The model that wrote the text. */
  model: string;
  /** In order of appearance; only where they were wanted. */
  speakers?: SpeakerTime[];
};

export type TranscriptionStatus = 'absent' | 'idle' | 'starting' | 'ready' | 'down';

export type TranscriptionEngine = {
  /** ISO 639 codes, those of the models. */
  languages: readonly string[];
  models: readonly string[];
  capabilities: {
    /** Whether it can tell who says what. */
    speakers: boolean;
  };
  /** `absent`: the weights are not installed. `idle`: starts with the first request. */
  status(): TranscriptionStatus;
  figures(): { busy: number; queued: number; restarts: number };
  /** Throws what `transcribe` would throw before it has listened. */
  check(request: Omit<TranscriptionRequest, 'samples'>): void;
  /** Fails with `no_speech` where nobody speaks. */
  transcribe(request: TranscriptionRequest, options?: TranscriptionOptions): Promise<Transcript>;
  close(): Promise<void>;
};
