import { knownPhonemes } from '../kokoro/vocabulary.ts';
import { wordStarts } from './align.ts';
import type { ClauseWord, PhonemizedClause } from './methods.ts';

export type Phonemizer = (clause: string) => string;

/** Words are read in the company they stand in; only sounds that were asked for are taken as they are. */
export function phonemizeClause(words: readonly ClauseWord[], phonemizer: Phonemizer): PhonemizedClause {
  const symbols: string[] = [];
  const starts: number[] = [];
  const append = (phonemes: string, startsWithin: readonly number[]): void => {
    if (symbols.length > 0 && phonemes !== '') symbols.push(' ');
    starts.push(...startsWithin.map((start) => symbols.length + start));
    symbols.push(...phonemes);
  };
  for (const run of runsOf(words)) {
    if (typeof run === 'string') append(clean(run), [0]);
    else {
      const clause = clean(phonemizer(run.join(' ')));
      append(clause, run.length === 1 ? [0] : wordStarts(clause, run.map(soundingAlone(phonemizer))));
    }
  }
  return { phonemes: symbols.join(''), starts };
}

/** Neighbouring words as one list, given sounds as a string. */
function runsOf(words: readonly ClauseWord[]): (string[] | string)[] {
  const runs: (string[] | string)[] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (typeof word !== 'string') runs.push(word.phonemes);
    else if (Array.isArray(last)) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

const soundingAlone =
  (phonemizer: Phonemizer) =>
  (word: string): string =>
    clean(phonemizer(word));

function clean(phonemes: string): string {
  return knownPhonemes(phonemes).replaceAll(/ {2,}/gu, ' ').trim();
}
