/** Keys of General MIDI's percussion. */
export const DRUM_KEYS = {
  kick: 36,
  rim: 37,
  snare: 38,
  clap: 39,
  hat: 42,
  pedal: 44,
  open: 46,
  tomLow: 45,
  tomMid: 47,
  tomHigh: 50,
  crash: 49,
  ride: 51,
  bell: 53,
  tambourine: 54,
  cowbell: 56,
  bongoHigh: 60,
  bongoLow: 61,
  congaMute: 62,
  congaHigh: 63,
  congaLow: 64,
  shaker: 70,
  claves: 75,
  triangle: 81,
} as const;

export type DrumPiece = keyof typeof DRUM_KEYS;
