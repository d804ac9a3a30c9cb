import type { LanguageCode } from './languages.ts';
import type { ReadRequest } from './read-request.ts';
import type { Sentence } from './text/sentences.ts';

/** Part of the text in one language, in UTF-16 offsets. */
export type LanguageSpan = { language: LanguageCode; start: number; end: number };

/** Returns the language of most letters of a sentence. */
export function sentenceLanguage(
  { clauses }: Pick<Sentence, 'clauses'>,
  { language: { code } }: Pick<ReadRequest, 'language'>,
): LanguageCode {
  const letters = new Map<LanguageCode, number>();
  for (const { language = code, spoken } of clauses.flatMap(({ words }) => words))
    letters.set(language, (letters.get(language) ?? 0) + spoken.length);
  const [most] = [...letters].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? code;
}

/** The languages of the text in its order, from the first word of each to its last. */
export function spokenLanguages(read: Pick<ReadRequest, 'sentences' | 'language'>): LanguageSpan[] {
  const spans: LanguageSpan[] = [];
  const words = read.sentences.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.words));
  for (const { language = read.language.code, start, end } of words) {
    const last = spans.at(-1);
    if (last?.language === language) last.end = end;
    else spans.push({ language, start, end });
  }
  return spans;
}
