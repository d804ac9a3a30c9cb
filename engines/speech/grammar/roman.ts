import type { Grammar } from './grammar.ts';
import { following, preceding, type Reading } from './reading.ts';
import { keepingFullStop } from './sentence-ends.ts';

const VALUES: Record<string, number> = { I: 1, V: 5, X: 10 };

export function romanValue(letters: string): number {
  const values = [...letters].map((letter) => VALUES[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Two letters or more, so that it is no initial; well formed, so that it is no abbreviation. */
const ROMAN = '(X{0,3}(?:IX|IV|V?I{0,3})(?<=[IVX]{2}))';
const AFTER_NAME = /\p{Lu}\p{Ll}+\s$/u;

/** XX. století, Ludwig XIV., Jan Paweł II */
export function romanReadings(grammar: Grammar): Reading[] {
  const { pointOrdinal, regnal } = grammar;
  const readings: Reading[] = [];
  if (regnal)
    readings.push({
      starts: /[IVX]/u,
      pattern: new RegExp(`(?:${ROMAN}|([IVX]))(?![\\p{L}\\p{N}])(\\.)?`, 'uy'),
      read: (m, text) => {
        const [, several, single, point] = m;
        const before = preceding(text, m.index);
        // After a name a single letter is a number only where numbers have no point, or with it.
        if (!AFTER_NAME.test(before) || (single && pointOrdinal && !point)) return null;
        const spoken = regnal(String(romanValue(several ?? single ?? '')), before);
        if (spoken === null) return null;
        if (point && !pointOrdinal) return { spoken, length: m[0].length - 1 };
        return keepingFullStop(spoken, m, text, grammar);
      },
    });
  if (pointOrdinal)
    readings.push({
      starts: /[IVX]/u,
      pattern: new RegExp(`${ROMAN}\\.(?=\\s+\\p{L})`, 'uy'),
      read: (m, text) =>
        pointOrdinal(
          String(romanValue(m[1] ?? '')),
          preceding(text, m.index),
          following(text, m.index + m[0].length),
        ),
    });
  return readings;
}
