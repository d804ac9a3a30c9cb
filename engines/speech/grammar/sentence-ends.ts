import type { Grammar } from './grammar.ts';
import { following, type Spoken } from './reading.ts';

/** Whether the text from `index` on begins a sentence, so that the point before it was its full stop. */
export function beginsSentence(
  text: string,
  index: number,
  { capitalNouns, starters = [], rankedNouns = [] }: Grammar,
): boolean {
  const after = following(text, index);
  if (/^["'”’“»)\]]*(\s*$|\s*\n)/u.test(after)) return true;
  const word = /^["'”’“»)\]]*\s+["'“‘„«(]*(\p{Lu}[\p{L}\p{M}]*)/u.exec(after)?.[1];
  if (word === undefined) return false;
  return capitalNouns ? starters.includes(word) : !rankedNouns.includes(word);
}

/** The point of an abbreviation is also the full stop if a sentence ends there. */
export function keepingFullStop(
  spoken: string,
  match: RegExpExecArray,
  text: string,
  grammar: Grammar,
): Spoken {
  const length = match[0].length;
  const stops = match[0].endsWith('.') && beginsSentence(text, match.index + length, grammar);
  return stops ? { spoken, length: length - 1 } : spoken;
}
