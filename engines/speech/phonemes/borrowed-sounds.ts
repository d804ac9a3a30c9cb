import type { BorrowedLanguage } from './methods.ts';

/** How the symbols of a language become those of Kokoro. */
export type Notation = {
  /** By a symbol of espeak-ng without its stress mark. What is not listed is as in every language. */
  symbols: Record<string, string>;
  withoutLength?: true;
  /** Default: primary and secondary. */
  stress?: 'primary' | 'none';
  /** What the mark of a palatalised consonant becomes. Default: the same mark. */
  softness?: 'j';
  /** Default: a length mark, as for vowels. */
  longConsonants?: 'doubled' | 'single';
};

/** Kokoro lacks these, or espeak-ng writes them with marks of its own. */
const NEAREST: Record<string, string> = {
  dʑ: 'ʥ',
  d̪: 'd',
  l̩: 'əl',
  r̝: 'ʒ',
  r̝̊: 'ʃ',
  r̩: 'əɾ',
  sx: 'ʃ',
  s̪: 's',
  tɕ: 'ʨ',
  t̪: 't',
  'u"': 'u',
  ɐ̯: 'ə',
  ɗ: 'd',
  ɬ: 'l',
  ɱ: 'm',
  ɵ: 'ø',
  'ɪ^': 'ɪ',
  ʉ: 'u',
  ʏ: 'y',
  ʐ: 'ʒ',
  ʑ: 'ʒ',
  ε: 'ɛ',
};

/**
 * Each choice is the one with which Whisper found the true text most probable, of those that a phonetician would try: the
 * search is training/languages, its figures are docs/languages.md. They say what Kokoro's voices make of a symbol, not what
 * the symbol means: its voices never heard a Czech "ou", but English "ow".
 */
const FOUND: Record<BorrowedLanguage, Notation> = {
  ca: { symbols: { ə: 'a', ɲ: 'nj', β: 'ʋ' } },
  cs: { symbols: { c: 'tj', l̩: 'l', oʊ: 'ow', u: 'ʊ', ɟ: 'dj' }, stress: 'none' },
  de: { symbols: { y: 'ɥ', œ: 'ø', ɑ: 'a', ɔø: 'ɔy', ɜ: 'a', ɾ: 'r' } },
  fi: { symbols: { a: 'ɑ', v: 'ʋ', ɪ: 'i' }, longConsonants: 'doubled' },
  hr: { symbols: { ɪ: 'i', ɲ: 'nj', ʊ: 'u', ʎ: 'lj' } },
  hu: {
    symbols: { c: 'tj', e: 'A', r: 'ɾ', tʃ: 'tʃ', y: 'ɥ', ɑ: 'ɔ', ɟ: 'ɡj', ɲ: 'nj' },
    stress: 'none',
    longConsonants: 'doubled',
  },
  id: { symbols: {} },
  nb: {
    symbols: {
      a: 'æ',
      aɪ: 'aj',
      e: 'ɛ',
      h: 'x',
      r: 'ɾ',
      u: 'ʊ',
      x: 'k',
      ø: 'ɜ',
      œ: 'ø',
      ɔ: 'ɒ',
      ə: 'ɛ',
      ʉ: 'ɨ',
      ʉɪ: 'ɨɪ',
    },
    stress: 'primary',
    longConsonants: 'doubled',
  },
  nl: { symbols: { ø: 'ɜ', ɔ: 'ɒ', ɛ: 'e', ɵ: 'ʊ', ʋ: 'v', ʌʊ: 'W' }, softness: 'j' },
  pl: { symbols: { dʑ: 'ʤ', r: 'ɾ', ts: 'ts', ɔ̃: 'ɔŋ', ɕ: 'ʃ', ɨ: 'ᵻ', ʑ: 'ʒj' }, withoutLength: true },
  ro: { symbols: { ea: 'ɛa', r: 'ɾ', ɔa: 'oa' } },
  ru: { symbols: { tʃ: 'tʃ', v: 'ʋ', ɑ: 'a', ɕ: 'ʃ', ʌ: 'a' }, softness: 'j' },
  sk: { symbols: { dʑ: 'ʣ', ʎ: 'l' }, stress: 'none', longConsonants: 'single' },
  sv: {
    symbols: {
      a: 'ɑ',
      e: 'ɛ',
      r: 'ɾ',
      u: 'ʊ',
      ø: 'ɜ',
      œ: 'ə',
      ɑ: 'a',
      ɔ: 'ɒ',
      ɕ: 'ʂ',
      ə: 'ɛ',
      ɪ: 'i',
      ɵ: 'ʊ',
    },
    withoutLength: true,
    stress: 'primary',
    longConsonants: 'doubled',
  },
  tr: { symbols: { a: 'ɑ', e: 'ɛ', æ: 'ɛ', œ: 'ɜ', ɔ: 'o', ɟ: 'ɡ' }, stress: 'none' },
  uk: { symbols: { β: 'v', ʎ: 'lj' } },
};

export const BORROWED_SOUNDS = Object.fromEntries(
  Object.entries(FOUND).map(([language, { symbols, ...rest }]) => [
    language,
    { symbols: { ...NEAREST, ...symbols }, ...rest },
  ]),
) as Record<BorrowedLanguage, Notation>;
