/** The 15 mouth shapes of the Oculus set, in its order. */
// biome-ignore format: one line reads as the set that it is
export const VISEMES = ['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'ih', 'oh', 'ou'] as const;

export type Viseme = (typeof VISEMES)[number];

export type VisemeCue = {
  viseme: Viseme;
  startSeconds: number;
  endSeconds: number;
  /** Stress, 0 to 1. Brows and the opening of the jaw follow it. */
  stress: number;
};

/** Mouth movement for a piece of audio. Cues are contiguous; silence is `sil`. */
export type MouthTrack = {
  durationSeconds: number;
  cues: VisemeCue[];
  /** 0 to 1, 100 values per second. */
  loudness: Float32Array;
  /** Present where the network analysed the audio. */
  form?: FormCurves;
};

/** Positions of lips and jaw, each from 0 to 1. */
export const FORM_NAMES = ['openness', 'width', 'rounding', 'jaw'] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** How far lips and jaw move, 0 to 1, 100 values per second. */
export type FormCurves = Record<FormName, Float32Array>;
