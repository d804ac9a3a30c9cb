import { cardinal, digits } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import type { Reading } from './reading.ts';

const PART = '[\\p{L}\\p{M}\\p{N}]{1,40}';

/** A4, MP3, 5G, COVID-19: letters as they are, figures as words. */
export function codeReadings(grammar: Grammar): Reading[] {
  const spoken = (figures: string): string =>
    figures.length > 4 || /^0./u.test(figures) ? digits(figures, grammar) : cardinal(figures, grammar);
  return [
    {
      starts: /[\p{L}\p{N}]/u,
      pattern: new RegExp(`${PART}(?:[-‑]${PART}){0,3}(?![\\p{L}\\p{M}\\p{N}])`, 'uy'),
      read: (m) => {
        if (!/\d/u.test(m[0])) return null;
        const parts = m[0].split(/(\d+)|[-‑]/u).filter((part) => part !== undefined && part !== '');
        return parts.map((part) => (/^\d/u.test(part) ? spoken(part) : part)).join(' ');
      },
    },
  ];
}

/** 90er, 20-årig, 5krát: figures and a word that are spoken as one. `words` is a part of a pattern. */
export function compoundReading(words: string, joined: (figures: string, word: string) => string): Reading {
  return {
    starts: /\d/u,
    pattern: new RegExp(`(\\d{1,4})[-‑'’]?(${words})(?![\\p{L}\\p{N}])`, 'uy'),
    read: (m) => joined((m[1] ?? '').replace(/^0+(?=\d)/u, ''), m[2] ?? ''),
  };
}
