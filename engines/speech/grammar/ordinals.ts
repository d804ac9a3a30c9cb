import type { Grammar } from './grammar.ts';
import { following, preceding, type Reading } from './reading.ts';
import { beginsSentence } from './sentence-ends.ts';

export function ordinalReadings(grammar: Grammar): Reading[] {
  const { pointOrdinal, suffixOrdinal } = grammar;
  const readings: Reading[] = [];
  if (suffixOrdinal)
    readings.push({
      starts: /\d/u,
      pattern: new RegExp(`(\\d{1,9})(${suffixOrdinal.suffix})(?![\\p{L}\\p{N}])`, 'uy'),
      read: (m, text) => suffixOrdinal.read(bare(m[1]), m[2] ?? '', preceding(text, m.index)),
    });
  if (pointOrdinal)
    readings.push({
      starts: /\d/u,
      pattern: /(\d{1,4})\.(?=\s+[\p{L}„"“(]|[),;:])/uy,
      read: (m, text) => {
        const end = m.index + m[0].length;
        if (isListItem(m, text) || beginsSentence(text, end, grammar)) return null;
        return pointOrdinal(bare(m[1]), preceding(text, m.index), following(text, end));
      },
    });
  return readings;
}

function bare(figures = ''): string {
  return figures.replace(/^0+(?=\d)/u, '');
}

const NEARBY = 300;

/** "1. Open it" at the start of a line is an item of a list if the number before or after it is one too. */
function isListItem(match: RegExpExecArray, text: string): boolean {
  if (!/(^|\n)[^\S\n]*$/u.test(preceding(text, match.index))) return false;
  const number = Number(match[1]);
  const before = text.slice(Math.max(0, match.index - NEARBY), match.index);
  const after = text.slice(match.index, match.index + NEARBY);
  const item = (figures: number): RegExp => new RegExp(`(?:^|\\n)[^\\S\\n]{0,8}${figures}\\.\\s`, 'u');
  return item(number - 1).test(before) || item(number + 1).test(after);
}
