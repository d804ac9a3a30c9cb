/** A word as it was written, folded for comparison: lower case, without accents. */
export type Word = { folded: string; start: number; end: number };

// Scripts without spaces have a word per character. Every alternative consumes at least one character and none can match
// what another did, so the time is linear.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

// Only marks of Latin, Greek and Cyrillic: in other scripts marks are vowels.
const ACCENTS = /[\u0300-\u036f]/gu;

export function fold(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().replaceAll('’', "'");
}

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    folded: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
