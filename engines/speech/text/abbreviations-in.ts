import { findLanguage } from '../languages.ts';

const known = new Map<string, RegExp>();

/** Matches a text that ends with an abbreviation of the language, for those who cut a text while it is written. */
export function abbreviationsIn(tag: string): RegExp | undefined {
  const language = findLanguage(tag);
  if (language?.reader?.endsAbbreviated === undefined) return undefined;
  const pattern = known.get(language.code) ?? language.reader.endsAbbreviated();
  known.set(language.code, pattern);
  return pattern;
}
