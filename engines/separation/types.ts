/** Seconds. */
export type Span = { start: number; end: number };

export type SeparationRequest = {
  /** WAV, stereo, 48 kHz. */
  soundPath: string;
  /** Somebody speaks during these spans. */
  spans: Span[];
  /** The speech in the middle of it, if that is known already: WAV, mono, 16 kHz, as long. Null: it is found first. */
  speechPath: string | null;
  /** The sound without the speech is written here. Away from the spans, its samples are the same. */
  backgroundPath: string;
};

/** `separated`: speech is taken out. `ducked`: everything is lowered while somebody speaks. */
export type SeparationMethod = 'separated' | 'ducked';

export const RATE = 48_000;
export const SPEECH_RATE = 16_000;
/** Frames of the sound for each sample of the speech. */
export const SPEECH_STEP = RATE / SPEECH_RATE;
