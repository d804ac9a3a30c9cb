import { pluralForm } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { preceding, type Reading } from './reading.ts';
import { unitNouns } from './units.ts';

const SPOKEN_ALONE = /[&+=@±≈≠≤≥×÷∞√π§©№]/u;

export function symbolReadings(grammar: Grammar): Reading[] {
  const { signs } = grammar;
  const nouns = unitNouns(grammar);
  return [
    { starts: /[#№]/u, pattern: /[#№]\s?(?=\d)/uy, read: () => signs['№'] ?? null },
    { starts: /[~≈]/u, pattern: /[~≈]\s?(?=[\d$€£])/uy, read: () => signs['≈'] ?? null },
    {
      starts: /[<>]/u,
      pattern: /[<>]\s?(?=\d)/uy,
      read: (m, text) => (/(^|\n)$/u.test(preceding(text, m.index)) ? null : (signs[m[0].trim()] ?? null)),
    },
    {
      starts: SPOKEN_ALONE,
      pattern: new RegExp(SPOKEN_ALONE, 'uy'),
      read: (m) => signs[m[0]] ?? null,
      insideRuns: true,
    },
    {
      starts: /[%‰°]/u,
      pattern: /[%‰°]/uy,
      read: (m) => pluralForm(nouns.get(m[0]) ?? '', grammar),
      insideRuns: true,
    },
  ];
}
