import { LATIN, type Language } from '../../language.ts';
import { cardinal, digits, ordinal, type Variant } from './number-words.ts';
import { englishReadings } from './readings.ts';

/** Kokoro's voices for English write these sounds otherwise than those for other languages. */
const SYMBOLS: Record<string, string> = {
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
const DICTIONARY_SOUNDS: Record<string, string> = { e: 'ɛ', o: 'o', ɝ: 'ɜɹ', ɝː: 'ɜɹ', r: 'ɹ', ɾ: 'T' };

const reader = (variant: Variant): Language['reader'] => ({
  readings: () => englishReadings(variant),
  figures: {
    cardinal: (figures) => cardinal(figures, variant),
    ordinal: (figures) => ordinal(figures, variant),
    digits,
    minus: 'minus',
    plus: 'plus',
    groupSigns: ',',
  },
});

/** Both accents say the same. */
const lines: Pick<Language, 'previewLine' | 'disclosure' | 'matching' | 'letterSeconds'> = {
  previewLine: 'Hello. This is how I sound when I read your words aloud.',
  disclosure: {
    agent: 'I am an AI assistant, not a person.',
    speech: 'This voice was made by a computer.',
    label: 'Made with AI',
  },
  matching: {
    steering: [
      'We were away for nearly a year, and now we are home.',
      'She put the blue cup on the old kitchen table.',
    ],
    scoring: 'The young man bought five oranges and some fresh bread at the market.',
  },
  letterSeconds: 0.069,
};

export const americanEnglish: Language<'en-US'> = {
  code: 'en-US',
  name: 'American English',
  aliases: ['en'],
  script: LATIN,
  reader: reader('us'),
  espeakVoice: 'en-us',
  // The American voices know no length marks.
  sounds: { symbols: { ...SYMBOLS, ɜː: 'ɜɹ', ɪə: 'iə', ɾ: 'T' }, withoutLength: true },
  dictionarySounds: DICTIONARY_SOUNDS,
  accent: 'american',
  presets: { kokoro: 'a' },
  ...lines,
};

export const britishEnglish: Language<'en-GB'> = {
  code: 'en-GB',
  name: 'British English',
  aliases: ['en-au', 'en-ie', 'en-in', 'en-nz', 'en-uk'],
  script: LATIN,
  reader: reader('gb'),
  espeakVoice: 'en',
  sounds: { symbols: { ...SYMBOLS, eə: 'ɛː', iə: 'ɪə' } },
  dictionarySounds: { ...DICTIONARY_SOUNDS, ɝ: 'ɜː', ɾ: 't' },
  accent: 'british',
  presets: { kokoro: 'b' },
  ...lines,
};
