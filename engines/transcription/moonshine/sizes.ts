import type { EnglishModel } from '../models.ts';

export type MoonshineSize = { layers: number; heads: number; headSize: number };

export const MOONSHINE_SIZES: Record<EnglishModel, MoonshineSize> = {
  'moonshine-tiny': { layers: 6, heads: 8, headSize: 36 },
  'moonshine-base': { layers: 8, heads: 8, headSize: 52 },
};
