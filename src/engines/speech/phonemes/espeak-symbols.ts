import { isInVocabulary } from '../kokoro/vocabulary.ts';
import type { PhonemeLanguage } from './methods.ts';

type EspeakLanguage = Exclude<PhonemeLanguage, 'ja' | 'zh'>;

export const ESPEAK_VOICES: Record<EspeakLanguage, string> = {
  'en-US': 'en-us',
  'en-GB': 'en',
  es: 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  'pt-BR': 'pt-br',
};

/** Kokoro writes a diphthong or an affricate as one symbol. */
export const EVERYWHERE: Record<string, string> = {
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
};

export const AMERICAN: Record<string, string> = { ...ENGLISH, ɜː: 'ɜɹ', ɪə: 'iə', ɾ: 'T' };
export const BRITISH: Record<string, string> = { ...ENGLISH, eə: 'ɛː', iə: 'ɪə' };

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
  const stress = STRESS.exec(symbol)?.[0] ?? '';
  const sound = symbol.slice(stress.length).replaceAll('-', '');
  if (language === 'en-US')
    return stress + known((AMERICAN[sound] ?? compound(sound, AMERICAN)).replaceAll('ː', ''));
  if (language === 'en-GB') return stress + known(BRITISH[sound] ?? compound(sound, BRITISH));
  return stress + known(EVERYWHERE[sound] ?? compound(sound, EVERYWHERE));
}

/** espeak-ng attaches a length mark or an r to some sounds: `tsː`, `ɑːɹ`. */
function compound(sound: string, table: Record<string, string>): string {
  const tail = /(ː?ɹ|ː)$/u.exec(sound)?.[0] ?? '';
  const head = sound.slice(0, sound.length - tail.length);
  return (table[head] ?? head.replaceAll(/^o$/gu, table === EVERYWHERE ? 'o' : 'ɔ')) + tail;
}

function known(phonemes: string): string {
  let result = '';
  for (const symbol of phonemes) {
    if (isInVocabulary(symbol)) result += symbol;
    else for (const part of symbol.normalize('NFD')) if (isInVocabulary(part)) result += part;
  }
  return result;
}
