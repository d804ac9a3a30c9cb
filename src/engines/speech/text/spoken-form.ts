import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { readingsFor } from './readings.ts';
import { tokenize } from './tokenize.ts';

/** What is said for a text that stands for a word, with its figures and short forms read out. */
export function spokenForm(text: string, language: PhonemeLanguage): string {
  return tokenize(text, readingsFor(language))
    .filter(({ kind, spoken }) => kind === 'word' || spoken === ',')
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(' ,', ',')
    .replace(/^[\s,]+|[\s,]+$/gu, '');
}
