import { type GrammarLanguage, grammarReadings, hasGrammar } from '../grammar/reader.ts';
import type { Reading } from '../grammar/reading.ts';
import { englishReadings } from '../languages/en/readings.ts';
import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { MARKDOWN_READINGS } from './markdown.ts';

/** Other languages leave numbers and symbols to the language process, which knows how to read them. */
const FIGURES: Reading[] = [
  { starts: /h/u, pattern: /https?:\/\/\S+/uy, read: () => '' },
  {
    starts: /[-−+\d]/u,
    pattern: /[-−+]?\d+(?:[.,:/ \u202f]\d+)*(?:\s?[%€$£¥₹°])?/uy,
    read: (m) => m[0].replaceAll(/[ \u202f](?=\d{3})/gu, ''),
    insideRuns: true,
  },
  { starts: /[€$£¥₹]/u, pattern: /[€$£¥₹]\s?\d+(?:[.,]\d+)*/uy, read: (m) => m[0] },
  { starts: /[&%@+=°]/u, pattern: /[&%@+=°]/uy, read: (m) => m[0] },
];

const ENGLISH = {
  'en-US': [...MARKDOWN_READINGS, ...englishReadings('us')],
  'en-GB': [...MARKDOWN_READINGS, ...englishReadings('gb')],
};
const OTHERS = [...MARKDOWN_READINGS, ...FIGURES];
/** Built on first use: a process reads few of them. */
const byGrammar = new Map<GrammarLanguage, readonly Reading[]>();

/** Excludes inline marks, which only the caller's text may contain. */
export function readingsFor(language: PhonemeLanguage): readonly Reading[] {
  if (!hasGrammar(language)) return language === 'en-US' || language === 'en-GB' ? ENGLISH[language] : OTHERS;
  const known = byGrammar.get(language) ?? [...MARKDOWN_READINGS, ...grammarReadings(language)];
  byGrammar.set(language, known);
  return known;
}
