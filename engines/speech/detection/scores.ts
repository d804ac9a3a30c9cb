import { eld } from 'eld/small';
import { LANGUAGES } from '../languages.ts';

/** Maps the library's code to ours, where they differ. */
const OURS = new Map<string, string>(
  LANGUAGES.flatMap(({ code, detectedAs }) => (detectedAs === undefined ? [] : [[detectedAs, code]])),
);
/** The library scales the mean score `x` of the n-grams in a text to `x / (x + SCALE)`. */
const SCALE = 25;

/** Scores each language, without a region: how well the letters fit it, as the mean score of their n-grams. */
export function languageScores(text: string): Record<string, number> {
  const scaled = Object.entries(eld.detect(text).getScores());
  return Object.fromEntries(
    scaled.map(([code, score]) => [OURS.get(code) ?? code, (SCALE * score) / (1 - score)]),
  );
}
