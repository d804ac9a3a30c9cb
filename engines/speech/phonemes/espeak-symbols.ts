import { isInVocabulary } from '../kokoro/vocabulary.ts';
import type { Notation } from '../language.ts';
import { hasBorrowedSounds, LANGUAGES, type LanguageCode } from '../languages.ts';

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

/** The nearest to what Kokoro lacks, or espeak-ng writes with marks of its own, in languages with borrowed sounds. */
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

const NOTATIONS = new Map(
  LANGUAGES.map(({ code, sounds }): [LanguageCode, Notation] => {
    const symbols = { ...EVERYWHERE, ...(hasBorrowedSounds(code) && NEAREST), ...sounds?.symbols };
    return [code, { ...sounds, symbols }];
  }),
);
const OTHERS: Notation = { symbols: EVERYWHERE };

export function notationOf(language: LanguageCode): Notation {
  return NOTATIONS.get(language) ?? OTHERS;
}

const STRESS = /^[ˈˌ]*/u;

/** Translates espeak-ng's notation, symbol by symbol, to the one Kokoro's voices were trained on. */
export function fromEspeak(raw: string, language: LanguageCode): string {
  return raw
    .replaceAll(/\([a-z-]+\)/gu, '')
    .split('|')
    .map((clause) => words(clause, language))
    .filter((clause) => clause !== '')
    .join(', ');
}

function words(clause: string, language: LanguageCode): string {
  const spoken = clause.split(/\s+/u).map((word) => {
    const sounds = word.split('_').map((symbol) => translate(symbol, language));
    return sounds.join('').replaceAll('ɹɹ', 'ɹ');
  });
  return spoken.filter((word) => word !== '').join(' ');
}

function translate(symbol: string, language: LanguageCode): string {
  const marks = STRESS.exec(symbol)?.[0] ?? '';
  const { stress } = notationOf(language);
  const kept = stress === 'none' ? '' : stress === 'primary' ? marks.replaceAll('ˌ', '') : marks;
  return kept + known(soundOf(symbol.slice(marks.length), language));
}

/** The sound of a symbol without its stress mark. May still have symbols that Kokoro lacks. */
export function soundOf(symbol: string, language: LanguageCode): string {
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
