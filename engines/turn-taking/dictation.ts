import { wordsOf } from './manner.ts';
import type { Vocabulary } from './vocabulary.ts';

const FIGURES = /^\p{N}+(?:[-.]\p{N}+)*$/u;
const LETTER = /^\p{L}$/u;
const SPELLED = /^\p{L}(?:-\p{L})+$/u;
/** Telephone and card numbers have at least this many digits. */
const WHOLE_NUMBER = 10;
const SEVERAL = 3;

/** How many digits or letters somebody was dictating when they paused; 0 if they were not. */
export function dictatedCount(text: string, { digits, dictated, unspaced }: Vocabulary): number {
  const words = unspaced ? [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')] : wordsOf(text);
  const isDictated = (word: string): boolean =>
    digits.has(word) || FIGURES.test(word) || (!unspaced && (LETTER.test(word) || SPELLED.test(word)));
  const before = words.findLastIndex((word) => !isDictated(word)) + 1;
  const run = words.slice(before);
  if (run.length === 0 || isPrice(text)) return 0;
  const count = run.reduce((sum, word) => sum + sizeOf(word), 0);
  const asked = unspaced
    ? [...dictated].some((cue) => text.includes(cue))
    : words.some((one) => dictated.has(one));
  // "I", "a" and the like are letters as well.
  const isAlone = before === 0 && (run.length > 1 || FIGURES.test(run[0] ?? ''));
  return asked || isAlone || run.length >= SEVERAL ? count : 0;
}

export function isWholeNumber(count: number): boolean {
  return count >= WHOLE_NUMBER;
}

/** Amounts and times of day are not dictated. */
function isPrice(text: string): boolean {
  return /(?:[$€£¥%]|\d:\d\d)\s*\S*\s*$/u.test(text.replace(/[.!]\s*$/u, ''));
}

function sizeOf(word: string): number {
  return FIGURES.test(word) || SPELLED.test(word) ? word.replaceAll(/[-.]/gu, '').length : 1;
}
