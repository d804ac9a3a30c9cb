import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { englishReadings } from './english/index.ts';
import { MARKDOWN_READINGS } from './markdown.ts';
import type { Reading } from './token.ts';

/** The other languages leave figures and signs to the language process, which knows how they are said there. */
const FIGURES: Reading[] = [
  { pattern: /https?:\/\/\S+/uy, read: () => '' },
  {
    pattern: /[-−+]?\d+(?:[.,:/ \u202f]\d+)*(?:\s?[%€$£¥₹°])?/uy,
    read: (m) => m[0].replaceAll(/[ \u202f](?=\d{3})/gu, ''),
  },
  { pattern: /[€$£¥₹]\s?\d+(?:[.,]\d+)*/uy, read: (m) => m[0] },
  { pattern: /[&%@+=°]/uy, read: (m) => m[0] },
];

const ENGLISH = {
  'en-US': [...MARKDOWN_READINGS, ...englishReadings('us')],
  'en-GB': [...MARKDOWN_READINGS, ...englishReadings('gb')],
};
const OTHERS = [...MARKDOWN_READINGS, ...FIGURES];

/** Without the marks that only a text of the caller may have. */
export function readingsFor(language: PhonemeLanguage): readonly Reading[] {
  return language === 'en-US' || language === 'en-GB' ? ENGLISH[language] : OTHERS;
}
