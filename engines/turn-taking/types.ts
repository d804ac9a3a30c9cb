/** How turns end. `none`: only when the caller says so. */
export type TurnDetection =
  | {
      type: 'semantic';
      /** How soon a pause counts as the end. Default: `auto`, which is `medium`. */
      eagerness?: Eagerness | undefined;
    }
  | {
      type: 'server_vad';
      /** Probability from which sound counts as speech. Default: 0.5. */
      threshold?: number | undefined;
      /** Sound kept from before the speech. Default: 300. */
      prefixPaddingMs?: number | undefined;
      /** Silence that ends the turn. Default: 500. */
      silenceMs?: number | undefined;
    }
  | { type: 'none' };

export type Eagerness = 'low' | 'medium' | 'high' | 'auto';

/** `back_channel`: a sign of listening ("mhm", "right"), which asks for no answer while the other one speaks. */
export type Manner = 'speech' | 'back_channel' | 'filler';

/** The recognised words; the text is empty if there were none. */
export type Heard = { text: string; language: string };

export type Said = Heard & { manner: Manner };

/** Why a pause is taken as it is. */
export type PauseReason =
  | 'question'
  | 'answer'
  | 'finished'
  | 'fragment'
  | 'open_clause'
  | 'unfinished'
  | 'filler'
  | 'dictation';

export type EndReason = PauseReason | 'silence' | 'committed' | 'too_long';

/** Times are in ms of sound since the ear was opened. */
export type EarEvent =
  /** A voice, it seems. `speech_started` or `suspicion_dropped` follows within 130 ms of sound. */
  | { kind: 'speech_suspected'; atMs: number }
  | { kind: 'suspicion_dropped' }
  | { kind: 'speech_started'; atMs: number }
  /** Answers `listenForWords`: the speech in progress has words. */
  | { kind: 'words'; atMs: number; said: Said }
  /** The turn ends after `waitMs` of silence in all, unless it is reopened. */
  | { kind: 'likely_end'; atMs: number; said: Said; waitMs: number; reason: PauseReason }
  | { kind: 'reopened'; atMs: number }
  /** No more sound is taken into the turn. `turn_ended`, `noise` or `failed` follows. */
  | { kind: 'speech_stopped'; startMs: number; endMs: number }
  | {
      kind: 'turn_ended';
      said: Said;
      startMs: number;
      endMs: number;
      /** Length of the sound that was transcribed. */
      seconds: number;
      /** Mono, 16 kHz. */
      samples: Float32Array;
      reason: EndReason;
    }
  /** It sounded like speech, but had no words. */
  | { kind: 'noise'; startMs: number; endMs: number; seconds: number }
  | { kind: 'failed'; startMs: number; endMs: number; error: unknown };
