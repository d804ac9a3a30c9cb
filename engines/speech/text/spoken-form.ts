import type { LanguageCode } from '../languages.ts';
import { readingsFor } from './readings.ts';
import { plainSource } from './source.ts';
import type { Token } from './token.ts';
import { tokens } from './tokenize.ts';

/** Returns the spoken form of a replacement text, with numbers and abbreviations read out. */
export function spokenForm(text: string, language: LanguageCode): string {
  return [...read(text, language)]
    .filter(({ kind, spoken }) => kind === 'word' || spoken === ',')
    .map(({ spoken }) => spoken)
    .join(' ')
    .replaceAll(' ,', ',')
    .replace(/^[\s,]+/u, '')
    .replace(/(?<![\s,])[\s,]+$/u, '');
}

/** Reads no further than the first word. */
export function isSpeakable(text: string, language: LanguageCode): boolean {
  for (const { kind, spoken } of read(text, language))
    if (kind === 'word' && spoken.trim() !== '') return true;
  return false;
}

function read(text: string, language: LanguageCode): Generator<Token> {
  const rules = { language, readings: readingsFor(language) };
  return tokens(plainSource(text), () => rules);
}
