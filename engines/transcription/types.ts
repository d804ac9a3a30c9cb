import type { SpeakerTime, SpeakerTurn } from './speakers/label-segments.ts';
import type { Task } from './whisper/decode-window.ts';
import type { RecognisedWord } from './window.ts';

export type TranscriptionRequest = {
  /** Mono, 16 kHz, between −1 and 1. */
  samples: Float32Array;
  /** ISO 639-1. Default: detected. */
  language?: string | undefined;
  /** One of `models`. Default: by language, from those that are installed. */
  model?: string | undefined;
  /** `translate` writes English, whatever is spoken. */
  task?: Task | undefined;
  /** Requests speaker labels, for at most `max` speakers, and at least `least` where the voices allow it. */
  speakers?: { max: number; least?: number | undefined } | undefined;
};

type TranscriptionOptions = {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
  /** Share of the windows that are done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

/** Times are in seconds from the start of the audio. */
export type TranscriptSegment = { start: number; end: number; text: string; speaker?: string };
export type TranscriptWord = RecognisedWord;

export type Transcript = {
  text: string;
  language: string;
  segments: TranscriptSegment[];
  words: TranscriptWord[];
  /** Model that produced the text. */
  model: string;
  /** Speakers in order of appearance, if they were requested. */
  speakers?: SpeakerTime[];
  /** Tells who speaks when, and how sure that is, if it was requested. */
  turns?: SpeakerTurn[];
};

export type TranscriptionStatus = 'absent' | 'idle' | 'starting' | 'ready' | 'down';

type TranscriptionModelInfo = {
  id: string;
  installed: boolean;
  /** Whether requests that name no model get it, in its languages. */
  isDefault: boolean;
};

export type TranscriptionEngine = {
  /** ISO 639 codes of the languages that the models know. */
  languages: readonly string[];
  models: readonly TranscriptionModelInfo[];
  capabilities: {
    /** Whether speaker labels are available. */
    speakers: boolean;
    /** How many recordings it works on at once. */
    concurrency: number;
  };
  /** `absent`: the weights are not installed. `idle`: starts on the first request. */
  status(): TranscriptionStatus;
  figures(): { busy: number; queued: number; restarts: number };
  /** Throws the errors that `transcribe` would throw before it starts. */
  check(request: Omit<TranscriptionRequest, 'samples'>): void;
  /** Fails with `no_speech` if there is no speech. */
  transcribe(request: TranscriptionRequest, options?: TranscriptionOptions): Promise<Transcript>;
  close(): Promise<void>;
};
