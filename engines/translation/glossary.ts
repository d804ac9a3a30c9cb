/** Words that no dictionary has, so that a translator leaves them as they are. Letters only: figures would split them. */
const MARK = /Zqx([a-z]+)zq/giu;

/** Terms of a text, replaced by marks that survive a translator, and back as what the glossary wants for them. */
export function createGlossary(terms: Readonly<Record<string, string>> = {}): {
  mark(text: string): string;
  unmark(text: string): string;
} {
  // Longest first: "sound card" before "card".
  const entries = Object.entries(terms)
    .filter(([term]) => term.trim() !== '')
    .toSorted(([a], [b]) => b.length - a.length);
  if (entries.length === 0) return { mark: (text) => text, unmark: (text) => text };
  const any = entries.map(([term]) => term.trim().replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu');
  const indexOf = new Map(entries.map(([term], i) => [term.trim().toLowerCase(), i]));
  return {
    mark: (text) =>
      text.replace(pattern, (found) => `Zqx${letters(indexOf.get(found.toLowerCase()) ?? 0)}zq`),
    unmark: (text) =>
      text.replace(MARK, (mark, written: string) => entries[numberOf(written.toLowerCase())]?.[1] ?? mark),
  };
}

/** 0 is b, 1 is c, 21 is cb. Without a, which some translators read as a word ending. */
const DIGITS = 'bcdefghijklmnoprstuvw';

function letters(number: number): string {
  const rest = Math.floor(number / DIGITS.length);
  return (rest > 0 ? letters(rest) : '') + DIGITS[number % DIGITS.length];
}

function numberOf(written: string): number {
  return [...written].reduce((sum, letter) => sum * DIGITS.length + DIGITS.indexOf(letter), 0);
}
