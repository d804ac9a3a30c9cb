/** Seconds. */
export type Span = { start: number; end: number };

export type SeparationRequest = {
  /** WAV, stereo, 48 kHz. */
  soundPath: string;
  /** When somebody speaks. */
  spans: Span[];
  /** Written: the same without the speech. Away from the spans, the same samples. */
  backgroundPath: string;
};

/** `separated`: speech is taken out. `ducked`: everything is lowered while somebody speaks. */
export type SeparationMethod = 'separated' | 'ducked';

export const RATE = 48_000;
