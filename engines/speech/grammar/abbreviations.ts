import { oneOf, startsOf } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import type { Reading, Spoken } from './reading.ts';
import { keepingFullStop } from './sentence-ends.ts';

type Words = Record<string, string>;

/** Listed in lower case they are also read at the start of a sentence: `z. B.` and `Z. B.`. */
export function abbreviationReadings(grammar: Grammar): Reading[] {
  const { inside, last, beforeNumber = {} } = grammar.abbreviations;
  return [
    ...readings(beforeNumber, '(?=\\s?\\d)', (spoken) => spoken),
    ...readings({ ...last, ...inside }, '(?![\\p{L}\\p{N}])', (spoken, key, m, text) =>
      key in last ? keepingFullStop(spoken, m, text, grammar) : spoken,
    ),
  ];
}

type Ending = (spoken: string, key: string, match: RegExpExecArray, text: string) => Spoken;

function readings(words: Words, end: string, ending: Ending): Reading[] {
  const keys = Object.keys(words);
  if (keys.length === 0) return [];
  const plain = (written: string): string => written.replaceAll(/\s/gu, '');
  const byForm = new Map(
    keys.flatMap((key) => [key, capitalised(key)].map((form) => [plain(form), key] as const)),
  );
  for (const key of keys) byForm.set(plain(key), key);
  return [
    {
      starts: startsOf(keys),
      pattern: new RegExp(
        `(?:${oneOf([...new Set(keys.flatMap((key) => [key, capitalised(key)]))])})${end}`,
        'uy',
      ),
      read: (m, text) => {
        const key = byForm.get(plain(m[0])) ?? '';
        const word = words[key] ?? '';
        const spoken = plain(m[0]) === plain(key) ? word : capitalised(word);
        return ending(spoken, key, m, text);
      },
    },
  ];
}

function capitalised(words: string): string {
  const [first = '', ...rest] = words;
  return first.toUpperCase() + rest.join('');
}
