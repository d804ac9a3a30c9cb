import { knownPhonemes } from '../kokoro/vocabulary.ts';
import { wordStarts } from './align.ts';
import type { ClauseWord, PhonemizedClause } from './methods.ts';

export type Phonemizer = (clause: string) => string;

/** Phonemizes words in context. Phonemes from the caller are used as they are. */
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

/** Alignment is quadratic in the length of a run, so long clauses are split into runs of about this many characters. */
const MAX_RUN = 300;

/** Groups adjacent words into lists; given phonemes stay strings. */
function runsOf(words: readonly ClauseWord[]): (string[] | string)[] {
  const runs: (string[] | string)[] = [];
  let length = 0;
  for (const word of words) {
    const last = runs.at(-1);
    if (typeof word !== 'string') runs.push(word.phonemes);
    else if (Array.isArray(last) && length + word.length <= MAX_RUN) {
      last.push(word);
      length += word.length + 1;
    } else {
      runs.push([word]);
      length = word.length + 1;
    }
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

/** Caches results, because words recur. Drops the oldest first. */
export function memoize(make: (key: string) => string, max = 20_000): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    const [oldest] = known.size > max ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return made;
  };
}
