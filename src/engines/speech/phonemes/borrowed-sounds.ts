import type { BorrowedLanguage } from './methods.ts';

/** How the symbols of a language become those of Kokoro. */
export type Notation = {
  /** By a symbol of espeak-ng without its stress mark. What is not listed is as in every language. */
  symbols: Record<string, string>;
  withoutLength?: true;
  withoutStress?: true;
};

/** Kokoro knows no trill, only the tap of Spanish and the like; it has no name of its own for these either. */
const SHARED: Record<string, string> = {
  r: 'ɾ',
  rʲ: 'ɾʲ',
  dʑ: 'ʥ',
  tɕ: 'ʨ',
  ʑ: 'ʒ',
  ɵ: 'ø',
  ʉ: 'u',
};

/** A consonant that is a syllable gets a short vowel. */
const SYLLABIC: Record<string, string> = { r̩: 'əɾ', r̩ː: 'əɾː', l̩: 'əl', l̩ː: 'əlː' };

/** espeak-ng writes these with marks of its own, which Kokoro would take for punctuation or leave out. */
const RUSSIAN: Record<string, string> = { ɭʲ: 'lʲ', 'u"': 'u', 'ɪ^': 'ɪ', ʑ: 'ʒʲ' };

/** The mark of a stød comes before its vowel: `ʔi`, `?a`. It has no counterpart. */
const DANISH: Record<string, string> = {
  ...Object.fromEntries(
    ['a', 'e', 'i', 'o', 'u', 'y', 'ʌ', 'œ', 'œː', 'eː'].map((vowel) => [`ʔ${vowel}`, vowel]),
  ),
  '?a': 'a',
  '?ɑ': 'ɑ',
  ε: 'ɛ',
  ɐ̯: 'ɐ',
};

/** `Ř` is a trill and a fricative at once, said here one after the other. */
const CZECH: Record<string, string> = { r̝: 'ɾʒ', r̝̊: 'ɾʃ' };

/** After a vowel espeak-ng writes the number of its tone, for which Kokoro has the arrows of Chinese. */
const TONES: Record<string, string> = {
  '1': '',
  '2': '↘',
  ɜ: '↗',
  '4': '↓',
  '5': '↗',
  '6': '↘',
  '7': '',
};
const VIETNAMESE_VOWELS: Record<string, string> = {
  a: 'a',
  aː: 'aː',
  aːɪ: 'aːɪ',
  aʊ: 'W',
  e: 'e',
  i: 'i',
  iə: 'iə',
  iɛ: 'iɛ',
  o: 'o',
  u: 'u',
  uə: 'uə',
  y: 'ɯ',
  yə: 'ɯə',
  ə: 'ə',
  əɪ: 'əɪ',
  əː: 'əː',
  əːʊ: 'əːʊ',
  ɔ: 'ɔ',
  ɛ: 'ɛ',
};
const VIETNAMESE: Record<string, string> = {
  t̪: 't',
  ɗ: 'd',
  ʐ: 'ʒ',
  ...VIETNAMESE_VOWELS,
  ...Object.fromEntries(
    Object.entries(VIETNAMESE_VOWELS).flatMap(([vowel, sound]) =>
      Object.entries(TONES).map(([tone, arrow]) => [vowel + tone, sound + arrow]),
    ),
  ),
};

/** A final i is only heard as softness, which is marked twice, sometimes with a stress between. */
const ROMANIAN = Object.fromEntries(
  Object.entries({
    b: 'b',
    d: 'd',
    m: 'm',
    n: 'n',
    p: 'p',
    r: 'ɾ',
    t: 't',
    ts: 'ʦ',
    z: 'z',
    ɾ: 'ɾ',
    ʃ: 'ʃ',
  }).flatMap(([symbol, sound]) => ['ʲʲ', 'ʲˌʲ', 'ʲˈʲ'].map((soft) => [symbol + soft, `${sound}ʲ`])),
);

export const BORROWED_SOUNDS: Record<BorrowedLanguage, Notation> = {
  ca: { symbols: { ...SHARED, ɱ: 'm' } },
  cs: { symbols: { ...SHARED, ...SYLLABIC, ...CZECH } },
  da: { symbols: { ...SHARED, ...DANISH } },
  de: { symbols: { ...SHARED, ʏ: 'y', ɜ: 'ɐ', ɔø: 'Y' } },
  el: { symbols: SHARED },
  fi: { symbols: SHARED },
  hr: { symbols: { ...SHARED, ...SYLLABIC } },
  hu: { symbols: SHARED },
  id: { symbols: SHARED },
  nb: { symbols: { ...SHARED, ʉː: 'uː', ʉɪ: 'uɪ' } },
  nl: { symbols: SHARED },
  pl: { symbols: { ...SHARED, ʑʲ: 'ʒʲ' } },
  ro: { symbols: { ...SHARED, ...ROMANIAN } },
  ru: { symbols: { ...SHARED, ...RUSSIAN } },
  sk: { symbols: { ...SHARED, ...SYLLABIC } },
  sv: { symbols: { ...SHARED, sx: 'ʂ' } },
  tr: { symbols: SHARED },
  uk: { symbols: { ...SHARED, t̪: 't', d̪: 'd', ɬ: 'l' } },
  vi: { symbols: { ...SHARED, ...VIETNAMESE } },
};
