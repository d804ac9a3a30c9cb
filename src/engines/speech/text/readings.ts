import type { PhonemeLanguage } from '../phonemes/methods.ts';
import type { Reading } from './token.ts';

export function readingsFor(language: PhonemeLanguage): readonly Reading[] {
  void language;
  return [];
}
