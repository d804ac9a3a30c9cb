import type { Reading } from '../grammar/reading.ts';
import { type LanguageCode, languageByCode } from '../languages.ts';
import { MARKDOWN_READINGS } from './markdown.ts';

/** Languages without a reader keep figures whole: the language process knows how to read numbers and symbols. */
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

/** Built on first use: a process reads few languages. */
const known = new Map<LanguageCode, readonly Reading[]>();

/** Excludes inline marks, which only the caller's text may contain. */
export function readingsFor(code: LanguageCode): readonly Reading[] {
  const { reader } = languageByCode(code);
  const readings = known.get(code) ?? [...MARKDOWN_READINGS, ...(reader?.readings() ?? FIGURES)];
  known.set(code, readings);
  return readings;
}
