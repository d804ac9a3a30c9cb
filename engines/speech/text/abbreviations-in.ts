import { endsAbbreviated, hasGrammar } from '../grammar/reader.ts';
import { findLanguage } from '../languages.ts';

const known = new Map<string, RegExp>();

/** Matches a text that ends with an abbreviation of the language, for those who cut a text while it is written. */
export function abbreviationsIn(tag: string): RegExp | undefined {
  const code = findLanguage(tag)?.code;
  if (code === undefined || !hasGrammar(code)) return undefined;
  const pattern = known.get(code) ?? endsAbbreviated(code);
  known.set(code, pattern);
  return pattern;
}
