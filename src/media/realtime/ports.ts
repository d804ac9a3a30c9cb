import type { ChatPart, ChatRequest } from '../../../engines/language-model/index.ts';
import type { Ear, EarEvent, TurnDetection } from '../../../engines/turn-taking/index.ts';
import type { StartTrace } from '../../platform/tracing/index.ts';
import type { SpokenWord } from '../spoken-replies/index.ts';

/** A piece of a reply that is paid for. Offsets and times count from the beginning of the reply. */
export type Spoken = { text: string; samples: Float32Array; words: readonly SpokenWord[] };

export type VoiceWanted = {
  voice: string;
  /** Default: that of the voice. */
  language: string | undefined;
  speed: number;
  signal: AbortSignal;
};

/** A session reaches the rest of the program only through these ports. */
export type RealtimePorts = {
  openEar(options: {
    detection: TurnDetection;
    language: string | undefined;
    onEvent(event: EarEvent): void;
  }): Ear;
  /** The tokens are paid for as the answer ends, however it ends. */
  think(request: ChatRequest, options: { signal: AbortSignal }): AsyncIterable<ChatPart>;
  speak(text: AsyncIterable<string>, wanted: VoiceWanted): AsyncIterable<Spoken>;
  /** Sample rate of the sound that `speak` gives, in Hz. */
  speechRate: number;
  /** Call this before the words of a turn are used. It fails if they cannot be paid. */
  payForHearing(seconds: number): Promise<void>;
  startTrace: StartTrace;
  /** Logs an error of the server. */
  report(error: unknown): void;
};
