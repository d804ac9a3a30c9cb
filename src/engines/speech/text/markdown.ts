import { preceding, type Reading } from './token.ts';

const atLineStart = (index: number, text: string): boolean => /(^|\n)[^\S\n]*$/u.test(preceding(text, index));
const lineOnly = (spoken: string) => (match: RegExpExecArray, text: string) =>
  atLineStart(match.index, text) ? spoken : null;

/** Signs that shape a page and are not said. */
export const MARKDOWN_READINGS: Reading[] = [
  { pattern: /#{1,6}\s+/uy, read: lineOnly('') },
  { pattern: />+\s?/uy, read: lineOnly('') },
  { pattern: /[-*+•‣▪]\s+/uy, read: lineOnly('') },
  { pattern: /(?:[-*_=]\s?){3,}(?=\n|$)/uy, read: lineOnly('') },
  { pattern: /!?\[(?=[^\]\n]*\]\([^)\s]+\))/uy, read: () => '' },
  { pattern: /\]\([^)\s]+\)/uy, read: () => '' },
  { pattern: /`+|\*+|~~|\|/uy, read: () => '' },
  { pattern: /_+(?=[\p{L}\p{N}\s.,!?]|$)/uy, read: () => '' },
  { pattern: /<\/?[a-z][^<>\n]{0,200}>/iuy, read: () => '' },
];
