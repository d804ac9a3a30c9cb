/**
 * How well each voice speaks each language, from what `measure.py` wrote down, as the service keeps it: `node levels.ts
 * HEARD.jsonl… > src/engines/speech/language-levels.json`. Where a language is in several files, the last counts.
 */
import { readFileSync } from 'node:fs';
import { type Errors, errorsIn, sum } from '../../bench/languages/heard.ts';
import type { PhonemeLanguage } from '../../src/engines/speech/phonemes/methods.ts';
import { VOICES } from '../../src/engines/speech/voices.ts';

type Line = [
  language: PhonemeLanguage,
  recipe: Record<string, number>,
  kind: string,
  text: string,
  heard: string,
  surprise: number,
];

/** Nobody is told of a voice that is worse. */
const MOST_ERRORS = 0.12;
const recipeOf = (recipe: Record<string, number>): string => JSON.stringify(Object.entries(recipe).sort());
const found: Record<string, Record<string, number>> = {};
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const errors = new Map<string, Errors[]>();
  for (const line of lines) {
    const [language, recipe, , text, heard] = JSON.parse(line) as Line;
    const key = `${language} ${recipeOf(recipe)}`;
    const all = errors.get(key) ?? [];
    all.push(errorsIn(text, heard, language));
    errors.set(key, all);
  }
  for (const { id, language: ownLanguage, recipe } of VOICES)
    for (const language of new Set(lines.map((line) => (JSON.parse(line) as Line)[0]))) {
      if (recipe && language !== ownLanguage) continue;
      const own = errors.get(`${language} ${recipeOf(recipe ?? { [id]: 1 })}`);
      if (!own) continue;
      const { characters, ofCharacters } = sum(own);
      const share = Math.round((1000 * characters) / ofCharacters) / 1000;
      found[id] ??= {};
      if (share <= MOST_ERRORS) found[id][language] = share;
      else delete found[id][language];
    }
}
const kept = Object.entries(found).sort(([a], [b]) => a.localeCompare(b));
process.stdout.write(`${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
