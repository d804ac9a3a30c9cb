import type { AnyLanguageModel } from '../models.ts';

export type WhisperSize = {
  layers: number;
  heads: number;
  /** Heads whose attention follows the audio, by layer, as published with the model. */
  alignedHeads: Readonly<Record<number, readonly number[]>>;
};

export const WHISPER_SIZES: Record<AnyLanguageModel, WhisperSize> = {
  'whisper-base': { layers: 6, heads: 8, alignedHeads: { 3: [1], 4: [2, 3, 7], 5: [1, 2, 4, 6] } },
  'whisper-small': {
    layers: 12,
    heads: 12,
    alignedHeads: { 5: [3, 9], 8: [0, 4, 7, 8], 9: [0, 7, 9], 10: [5] },
  },
};
