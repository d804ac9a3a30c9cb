import type { Grammar } from './grammar.ts';
import { following, type Reading } from './reading.ts';

/** Joins what is written after a sign to the word that is spoken: `2026'da` is one word at its end. */
export function withSuffix(readings: readonly Reading[], { suffix }: Grammar): Reading[] {
  if (suffix === undefined) return [...readings];
  const pattern = new RegExp(`^${suffix.sign}(\\p{Ll}{1,${suffix.longest}})(?!\\p{L})`, 'u');
  return readings.map((reading) => ({
    ...reading,
    read: (match, text) => {
      const spoken = reading.read(match, text);
      if (typeof spoken !== 'string' || spoken === '') return spoken;
      const written = pattern.exec(following(text, match.index + match[0].length));
      if (written === null) return spoken;
      return { spoken: spoken + written[1], length: match[0].length + written[0].length };
    },
  }));
}
