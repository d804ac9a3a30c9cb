import { isInVocabulary } from '../kokoro/vocabulary.ts';
import { BORROWED_SOUNDS, type Notation } from './borrowed-sounds.ts';
import type { BorrowedLanguage, PhonemeLanguage } from './methods.ts';

export type EspeakLanguage = Exclude<PhonemeLanguage, 'ja' | 'zh'>;

export const ESPEAK_VOICES: Record<EspeakLanguage, string> = {
  'en-US': 'en-us',
  'en-GB': 'en',
  es: 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  'pt-BR': 'pt-br',
  ca: 'ca',
  cs: 'cs',
  de: 'de',
  fi: 'fi',
  hr: 'hr',
  hu: 'hu',
  id: 'id',
  nb: 'nb',
  nl: 'nl',
  pl: 'pl',
  ro: 'ro',
  ru: 'ru',
  sk: 'sk',
  sv: 'sv',
  tr: 'tr',
  uk: 'uk',
};

/** Kokoro writes a diphthong or an affricate as one symbol. */
const EVERYWHERE: Record<string, string> = {
  aɪ: 'I',
  aʊ: 'W',
  dz: 'ʣ',
  dʒ: 'ʤ',
  eɪ: 'A',
  oʊ: 'O',
  əʊ: 'Q',
  ts: 'ʦ',
  tʃ: 'ʧ',
  ɔɪ: 'Y',
  g: 'ɡ',
  ɫ: 'l',
  ɭ: 'l',
  ɦ: 'h',
  ʱ: 'ʰ',
};

const ENGLISH: Record<string, string> = {
  ...EVERYWHERE,
  n̩: 'ᵊn',
  l̩: 'ᵊl',
  əl: 'ᵊl',
  ɚ: 'əɹ',
  aɪɚ: 'Iəɹ',
  aɪə: 'Iə',
  r: 'ɹ',
  x: 'k',
  ɬ: 'l',
  ɐ: 'ə',
  ʔ: 't',
  e: 'A',
  o: 'ɔ',
};

/** Kokoro's American voices know no length marks. */
const AMERICAN: Notation = {
  symbols: { ...ENGLISH, ɜː: 'ɜɹ', ɪə: 'iə', ɾ: 'T' },
  withoutLength: true,
};
const BRITISH: Notation = { symbols: { ...ENGLISH, eə: 'ɛː', iə: 'ɪə' } };

const borrowed = Object.entries(BORROWED_SOUNDS).map(([language, notation]) => [
  language,
  { ...notation, symbols: { ...EVERYWHERE, ...notation.symbols } },
]);

const NOTATIONS: Partial<Record<PhonemeLanguage, Notation>> = {
  ...(Object.fromEntries(borrowed) as Record<BorrowedLanguage, Notation>),
  'en-US': AMERICAN,
  'en-GB': BRITISH,
};
const OTHERS: Notation = { symbols: EVERYWHERE };

export function notationOf(language: PhonemeLanguage): Notation {
  return NOTATIONS[language] ?? OTHERS;
}

const STRESS = /^[ˈˌ]*/u;

/** Translates espeak-ng's notation, symbol by symbol, to the one Kokoro's voices were trained on. */
export function fromEspeak(raw: string, language: EspeakLanguage): string {
  return raw
    .replaceAll(/\([a-z-]+\)/gu, '')
    .split('|')
    .map((clause) => words(clause, language))
    .filter((clause) => clause !== '')
    .join(', ');
}

function words(clause: string, language: EspeakLanguage): string {
  const spoken = clause.split(/\s+/u).map((word) => {
    const sounds = word.split('_').map((symbol) => translate(symbol, language));
    return sounds.join('').replaceAll('ɹɹ', 'ɹ');
  });
  return spoken.filter((word) => word !== '').join(' ');
}

function translate(symbol: string, language: EspeakLanguage): string {
  const marks = STRESS.exec(symbol)?.[0] ?? '';
  const { stress } = notationOf(language);
  const kept = stress === 'none' ? '' : stress === 'primary' ? marks.replaceAll('ˌ', '') : marks;
  return kept + known(soundOf(symbol.slice(marks.length), language));
}

/** The sound of a symbol without its stress mark. May still have symbols that Kokoro lacks. */
export function soundOf(symbol: string, language: EspeakLanguage): string {
  const notation = notationOf(language);
  const bare = symbol.replaceAll('-', '');
  const sound = notation.symbols[symbol] ?? notation.symbols[bare] ?? compound(bare, notation);
  return notation.withoutLength ? sound.replaceAll('ː', '') : sound;
}

/** A glottal stop before (espeak-ng writes some as `?`), softness, length or an r after: `ʔi`, `tʲ`, `tsː`, `ɑːɹ`. */
const COMPOUND = /^(?<stop>[ʔ?]?)(?<head>.+?)(?<soft>(?:ʲ[ˈˌʲ]*)?)(?<tail>(?:ː?ɹ|ː)?)$/u;
const VOWEL = /^[aeiouyæøœɐɑɒɔɘəɛɜɤɨɪɯɵʉʊʌʏε]/u;

function compound(sound: string, { symbols, softness, longConsonants }: Notation): string {
  const { stop = '', head = '', soft = '', tail = '' } = COMPOUND.exec(sound)?.groups ?? {};
  const core = symbols[head] ?? head;
  const stopped = stop === 'ʔ' ? (symbols[stop] ?? stop) : '';
  const ending = (soft === '' ? '' : (softness ?? 'ʲ')) + tail;
  if (tail !== 'ː' || longConsonants === undefined || VOWEL.test(head.normalize('NFD')))
    return stopped + core + ending;
  return (longConsonants === 'doubled' ? core.slice(0, 1) : '') + core + ending.slice(0, -1);
}

function known(phonemes: string): string {
  let result = '';
  for (const symbol of phonemes) {
    if (isInVocabulary(symbol)) result += symbol;
    else for (const part of symbol.normalize('NFD')) if (isInVocabulary(part)) result += part;
  }
  return result;
}
