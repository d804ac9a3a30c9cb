/**
 * How well each voice speaks each language, from what `measure.py` wrote down, as the service keeps it: `node levels.ts
 * HEARD.jsonl… [TABLE.txt] > engines/speech/language-levels.json`. Where a language is in several files, the last counts; the
 * table is what `npm run bench:languages` printed of the presets, as the service speaks.
 */
import { readFileSync } from 'node:fs';
import { type Errors, errorsIn, sum } from '../../bench/languages/heard.ts';
import type { LanguageCode } from '../../engines/speech/languages.ts';
import { VOICES } from '../../engines/speech/voices.ts';

type Line = [
  language: LanguageCode,
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
/** `| de | de_lena | 40 | 1.6 | …`, in percent. */
const ROW = /^\| (?<language>[\w-]+) \| (?<voice>\w+) \| \d+ \| (?<percent>[\d.]+) \|/gmu;

function keep(voice: string, language: string, share: number): void {
  found[voice] ??= {};
  if (share <= MOST_ERRORS) found[voice][language] = share;
  else delete found[voice][language];
}

for (const file of process.argv.slice(2)) {
  if (file.endsWith('.txt')) {
    for (const { groups = {} } of readFileSync(file, 'utf8').matchAll(ROW))
      keep(groups.voice ?? '', groups.language ?? '', Math.round(Number(groups.percent) * 10) / 1000);
    continue;
  }
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
      keep(id, language, Math.round((1000 * characters) / ofCharacters) / 1000);
    }
}
const kept = Object.entries(found).sort(([a], [b]) => a.localeCompare(b));
process.stdout.write(`${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
