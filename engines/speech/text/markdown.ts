import { preceding, type Reading } from '../grammar/reading.ts';

const atLineStart = (index: number, text: string): boolean => /(^|\n)[^\S\n]*$/u.test(preceding(text, index));
const lineOnly = (match: RegExpExecArray, text: string) => (atLineStart(match.index, text) ? '' : null);
const dropped = () => '';

/** Formatting characters, which are not spoken. */
export const MARKDOWN_READINGS: Reading[] = [
  { starts: /#/u, pattern: /#{1,6}\s+/uy, read: lineOnly },
  { starts: />/u, pattern: />+\s?/uy, read: lineOnly },
  { starts: /[-*+•‣▪]/u, pattern: /[-*+•‣▪]\s+/uy, read: lineOnly },
  { starts: /[-*_=]/u, pattern: /(?<![-*_=]\s?)(?:[-*_=]\s?){3,}(?=\n|$)/uy, read: lineOnly },
  { starts: /[![]/u, pattern: /!?\[(?=[^\][\n]{0,300}\]\([^()\s]{1,1000}\))/uy, read: dropped },
  { starts: /\]/u, pattern: /\]\([^()\s]{1,1000}\)/uy, read: dropped },
  { starts: /[`*~|]/u, pattern: /`+|\*+|~~|\|/uy, read: dropped },
  { starts: /_/u, pattern: /_+(?=[\p{L}\p{N}\s.,!?]|$)/uy, read: dropped },
  { starts: /</u, pattern: /<\/?[a-z][^<>\n]{0,200}>/iuy, read: dropped },
];
