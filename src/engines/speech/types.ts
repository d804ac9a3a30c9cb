import type { SpeakerArtifact } from './speaker.ts';
import type { SpeechVoice } from './voices.ts';

export type SynthesisRequest = {
  /** May have `[pause:0.8s]` and `[word](/ipa/)` in it, or be SSML. */
  text: string;
  /** A preset, or a blend of some: `af_heart(2)+am_adam(1)`. */
  voiceId: string;
  /** A voice of its own; `voiceId` is then only its name. */
  speaker?: SpeakerArtifact | undefined;
  /** BCP 47; absent: the voice's own. */
  language?: string | undefined;
  /** 0.5 to 2; absent: 1. */
  speed?: number | undefined;
  /** How words are said: in other words, or as `/ipa/`. What this voice cannot say is refused. */
  pronunciations?: Readonly<Record<string, string>> | undefined;
  /** The same for every text of the caller; what this voice cannot say is passed over. */
  dictionary?: Readonly<Record<string, string>> | undefined;
};

export type SynthesisOptions = {
  signal?: AbortSignal | undefined;
  /** From the call to the last chunk. */
  deadlineMs?: number | undefined;
};

/** A word as it is written; offsets are UTF-16 units of the request's text, samples those of the chunk. */
export type TimedWord = { start: number; end: number; startSample: number; endSample: number };

export type TimedPhoneme = {
  symbol: string;
  startSample: number;
  endSample: number;
  /** Absent where the language or the word marks none. */
  stress?: 'primary' | 'secondary';
};

export type SpeechChunk = {
  /** Mono, at the engine's sample rate, between −1 and 1. */
  samples: Float32Array;
  sentenceIndex: number;
  /** UTF-16 offsets of the sentence in the request's text. */
  start: number;
  end: number;
  /** In the order of time. A word that is said in two chunks is in both. */
  words: TimedWord[];
  phonemes: TimedPhoneme[];
};

export type SpeechEngineStatus = 'idle' | 'starting' | 'ready' | 'down';

export type SpeechEngine = {
  capabilities: {
    model: string;
    sampleRate: number;
    languages: readonly string[];
    speed: { min: number; max: number };
    streaming: boolean;
  };
  voices: readonly SpeechVoice[];
  /** Resolves when the first request would not have to wait. */
  warm(): Promise<void>;
  status(): SpeechEngineStatus;
  figures(): { busy: number; queued: number; restarts: number };
  /** Throws what `synthesize` would throw for this request before any sound is made. */
  check(request: SynthesisRequest): void;
  /** Chunks come in the order of the text, as soon as they exist; to stop reading is to cancel. */
  synthesize(request: SynthesisRequest, options?: SynthesisOptions): AsyncIterable<SpeechChunk>;
  close(): Promise<void>;
};
