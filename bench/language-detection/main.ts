/**
 * Counts the sentences that get their own language, alone and among others: `node bench/language-detection/main.ts FOLDER`.
 * The folder has a file `de.json` for each language, with lists of sentences by any names.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { detectLanguages } from '../../engines/speech/detection/detect-languages.ts';
import { languageScores } from '../../engines/speech/detection/scores.ts';
import { findLanguage } from '../../engines/speech/languages.ts';
import { plainSource } from '../../engines/speech/text/source.ts';

type Said = { text: string; language: string };

const [folder = '.'] = process.argv.slice(2);
const ROUNDS = 12;
let seed = 1;

/** The same numbers in every run. */
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor(seed / 65_536) % below;
}

const sentences = new Map<string, string[]>();
for (const file of await readdir(folder)) {
  const language = findLanguage(basename(file, '.json'))?.code;
  const lists: Record<string, string[]> = JSON.parse(await readFile(join(folder, file), 'utf8'));
  if (language) sentences.set(language, Object.values(lists).flat());
}
const languages = [...sentences.keys()];

function pick(language: string, words = Number.POSITIVE_INFINITY): Said {
  const all = sentences.get(language) ?? [];
  const written = (all[random(all.length)] ?? '').split(/\s+/u).slice(0, words).join(' ');
  return { text: `${written.replace(/[.,:;!?]+$/u, '')}.`, language };
}

function another(language: string): string {
  const other = languages[random(languages.length)] ?? '';
  return other === language ? another(language) : other;
}

const times = (count: number, make: () => Said): Said[] => Array.from({ length: count }, make);

const TEXTS: Record<string, (language: string, other: string) => Said[]> = {
  'one sentence': (one) => [pick(one)],
  'one of five words': (one) => [pick(one, 5)],
  'one of three words': (one) => [pick(one, 3)],
  'six of three words': (one) => times(6, () => pick(one, 3)),
  'three, then three of another language': (one, other) => [
    ...times(3, () => pick(one)),
    ...times(3, () => pick(other)),
  ],
  'alternating, five words each': (one, other) => [
    pick(one, 5),
    pick(other, 5),
    pick(one, 5),
    pick(other, 5),
  ],
  'three words between two sentences of another language': (one, other) => [
    pick(one),
    pick(other, 3),
    pick(one),
  ],
  'one word between two sentences': (one) => [pick(one), pick(one, 1), pick(one)],
};

for (const [name, make] of Object.entries(TEXTS)) {
  let right = 0;
  let all = 0;
  for (const language of languages) {
    for (const said of Array.from({ length: ROUNDS }, () => make(language, another(language)))) {
      const text = said.map((one) => one.text).join(' ');
      const score = async (texts: string[]) => texts.map(languageScores);
      const { languageAt } = await detectLanguages(plainSource(text), 'en-US', score);
      let at = 0;
      for (const one of said) {
        if (languageAt(at) === one.language) right += 1;
        at += one.text.length + 1;
      }
      all += said.length;
    }
  }
  process.stdout.write(`${name}: ${((100 * right) / all).toFixed(1)} % of ${all}\n`);
}
