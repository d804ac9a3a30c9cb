import { isInVocabulary } from '../kokoro/vocabulary.ts';
import { type LanguageCode, languageByCode } from '../languages.ts';
import { notationOf } from './espeak-symbols.ts';

const tables = new Map<LanguageCode, Record<string, string>>();

function tableOf(language: LanguageCode): Record<string, string> {
  const { symbols, withoutLength } = notationOf(language);
  const table = tables.get(language) ?? {
    ...symbols,
    ...(withoutLength && { ː: '' }),
    ...languageByCode(language).dictionarySounds,
  };
  tables.set(language, table);
  return table;
}

const ALWAYS: Record<string, string> = {
  "'": 'ˈ',
  '’': 'ˈ',
  ':': 'ː',
  '.': '',
  '-': '',
  '\u0361': '',
  '\u035c': '',
};
const LONGEST = 3;

/** Converts IPA, or the model's own symbols, to the model's symbols. `unknown` is the first symbol it does not know. */
export function fromIpa(
  ipa: string,
  language: LanguageCode,
): { phonemes: string } | { unknown: string; index: number } {
  const table = tableOf(language);
  const written = ipa.normalize('NFC').replaceAll(/[\u0361\u035c]/gu, '');
  const symbols = [...written];
  let phonemes = '';
  for (let at = 0; at < symbols.length; ) {
    const length = lengthKnown(symbols, at, table);
    const sound = symbols.slice(at, at + Math.max(1, length)).join('');
    const known = length > 0 ? table[sound] : (ALWAYS[sound] ?? plain(sound));
    if (known === undefined) return { unknown: sound, index: symbols.slice(0, at).join('').length };
    phonemes += known;
    at += Math.max(1, length);
  }
  return { phonemes: phonemes.trim() };
}

function lengthKnown(symbols: readonly string[], at: number, table: Record<string, string>): number {
  for (let length = LONGEST; length > 0; length--)
    if (table[symbols.slice(at, at + length).join('')] !== undefined) return length;
  return 0;
}

function plain(symbol: string): string | undefined {
  const parts = isInVocabulary(symbol) ? [symbol] : [...symbol.normalize('NFD')];
  return parts.every(isInVocabulary) ? parts.join('') : undefined;
}
