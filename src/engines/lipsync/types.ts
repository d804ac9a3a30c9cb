/** The 15 mouth shapes of the Oculus set, in its order. */
// biome-ignore format: one line reads as the set that it is
export const VISEMES = ['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'ih', 'oh', 'ou'] as const;

export type Viseme = (typeof VISEMES)[number];

export type VisemeCue = {
  viseme: Viseme;
  startSeconds: number;
  endSeconds: number;
  /** How much weight the speaker lays on it, 0 to 1; brows and the opening of the jaw follow it. */
  stress: number;
};

/** What a mouth does while a sound is heard. Cues follow each other without gaps; silence is `sil`. */
export type MouthTrack = {
  durationSeconds: number;
  cues: VisemeCue[];
  /** 0 to 1, 100 a second. */
  loudness: Float32Array;
  /** Where a network has heard the sound. */
  form?: HeardForm;
};

/** What lips and jaw do, each from 0 to 1. */
export const FORM_NAMES = ['openness', 'width', 'rounding', 'jaw'] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** How far lips and jaw go in a sound, 0 to 1, 100 values a second. */
export type HeardForm = Record<FormName, Float32Array>;
