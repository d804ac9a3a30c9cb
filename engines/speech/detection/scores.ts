import { eld } from 'eld/small';

/** The library's codes that differ from ours: Norwegian is Bokmål to it, and Malay the nearest to Indonesian. */
const OURS: Record<string, string> = { no: 'nb', ms: 'id' };
/** The library scales the mean score `x` of the n-grams in a text to `x / (x + SCALE)`. */
const SCALE = 25;

/** By language, without a region: how well the letters fit it, as the mean score of their n-grams. */
export function languageScores(text: string): Record<string, number> {
  const scaled = Object.entries(eld.detect(text).getScores());
  return Object.fromEntries(
    scaled.map(([code, score]) => [OURS[code] ?? code, (SCALE * score) / (1 - score)]),
  );
}
