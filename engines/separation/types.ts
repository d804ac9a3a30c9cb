/** Seconds. */
export type Span = { start: number; end: number };

export type SeparationRequest = {
  /** WAV, stereo, 48 kHz. */
  soundPath: string;
  /** When somebody speaks. */
  spans: Span[];
  /** The speech in the middle of it, if that is known already: WAV, mono, 16 kHz, as long. Null: it is found first. */
  speechPath: string | null;
  /** Written: the same without the speech. Away from the spans, the same samples. */
  backgroundPath: string;
};

/** `separated`: speech is taken out. `ducked`: everything is lowered while somebody speaks. */
export type SeparationMethod = 'separated' | 'ducked';

export const RATE = 48_000;
export const SPEECH_RATE = 16_000;
/** Frames of the sound for each sample of the speech. */
export const SPEECH_STEP = RATE / SPEECH_RATE;
