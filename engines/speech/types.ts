import type { DomainError } from '../../src/platform/errors.ts';
import type { ReadRequest } from './read-request.ts';
import type { Speaker } from './remote-speaker.ts';
import type { LanguageSpan } from './spoken-languages.ts';
import type { CheckRequest, SynthesisRequest } from './synthesis-request.ts';
import type { SpeechVoice } from './voices.ts';

export type { CheckRequest, SynthesisRequest };

export type SynthesisOptions = {
  /** The result of `check` for the same request, so that it need not be read again. */
  read?: ReadRequest | undefined;
  signal?: AbortSignal | undefined;
  /** Limits the time from the call to the last chunk. */
  deadlineMs?: number | undefined;
  /** Nobody listens before the end: no short first segment, which costs time in total. */
  whole?: boolean | undefined;
  /** Somebody listens meanwhile: chunks of about half a second, as soon as they are made. */
  live?: boolean | undefined;
  /** It follows on speech that is being heard, so it may wait for others who have heard nothing yet. */
  goesOn?: boolean | undefined;
  /** Whose turn it takes where callers queue for a remote engine: an account, or the account of a job. */
  onBehalfOf?: { accountId: string } | { jobId: string } | undefined;
  /** It is measured and forgotten: nobody will hear it, so it needs no mark. */
  unmarked?: boolean | undefined;
  /** Spoken by our decoder although it is not adapted to the voice: a sixth of the cost, and a little less alike. */
  draft?: boolean | undefined;
};

/** A word as written. Offsets are UTF-16 units of the request's text; samples are those of the chunk. */
export type TimedWord = { start: number; end: number; startSample: number; endSample: number };

export type TimedPhoneme = {
  symbol: string;
  startSample: number;
  endSample: number;
  /** Absent if the language or the word has no stress mark. */
  stress?: 'primary' | 'secondary';
};

export type SpeechChunk = {
  /** Mono, at the engine's sample rate, between −1 and 1. */
  samples: Float32Array;
  sentenceIndex: number;
  /** UTF-16 offsets of the sentence in the request's text. */
  start: number;
  end: number;
  /** Words and phonemes are in order of time. One that is spoken in two chunks is in both. */
  words: TimedWord[];
  phonemes: TimedPhoneme[];
};

export type CheckedSpeech = {
  /** Estimated length of the speech. */
  seconds: number;
  /** Spans are in the order of the text. */
  languages: LanguageSpan[];
  read: ReadRequest;
};

export type SpeechEngineStatus = 'idle' | 'starting' | 'ready' | 'down';

export type SpeechEngine = {
  capabilities: {
    model: string;
    /** How its speech is marked. What was kept under another one is not what it would speak now. */
    mark: string;
    sampleRate: number;
    languages: readonly string[];
    speed: { min: number; max: number };
    streaming: boolean;
  };
  voices: readonly SpeechVoice[];
  /** Resolves when a request could start without waiting. */
  warm(): Promise<void>;
  status(): SpeechEngineStatus;
  figures(): { busy: number; queued: number; restarts: number };
  /** Reads what would be spoken. Rejects with what `synthesize` would throw before it speaks. */
  check(request: CheckRequest): Promise<CheckedSpeech>;
  /** Why this speaker cannot speak at the moment. Null when it can. */
  unavailable(speaker: Speaker | undefined): Promise<DomainError | null>;
  /** Yields chunks in the order of the text as soon as they exist. Stop reading to cancel. */
  synthesize(request: SynthesisRequest, options?: SynthesisOptions): AsyncIterable<SpeechChunk>;
  close(): Promise<void>;
};
