import type { Grammar } from './grammar.ts';
import { following, type Reading } from './reading.ts';

/** J. S. Bach: the points after initials end no sentence. A single letter before a word that begins one is no initial. */
export function initialReadings({ starters = [] }: Grammar): Reading[] {
  return [
    {
      starts: /\p{Lu}/u,
      pattern: /\p{Lu}\.(?:[\s-]?\p{Lu}\.){0,3}(?=\s+\p{Lu}[\p{Ll}'’])/uy,
      read: (m, text) => {
        const next = /^\s+([\p{L}\p{M}]+)/u.exec(following(text, m.index + m[0].length))?.[1] ?? '';
        return m[0].length === 2 && starters.includes(next) ? null : (m[0].match(/\p{Lu}/gu) ?? []).join(' ');
      },
    },
  ];
}
