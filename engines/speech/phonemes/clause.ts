import { knownPhonemes } from '../kokoro/vocabulary.ts';
import type { Phonemizer } from '../language.ts';
import type { LanguageCode } from '../languages.ts';
import { wordStarts } from './align.ts';
import type { ClauseWord, PhonemizedClause } from './methods.ts';

/** Phonemizes words in context. Phonemes from the caller are used as they are. `foreign` has words of other languages. */
export function phonemizeClause(
  words: readonly ClauseWord[],
  own: Phonemizer,
  foreign: ReadonlyMap<LanguageCode, Phonemizer> = new Map(),
): PhonemizedClause {
  const symbols: string[] = [];
  const starts: number[] = [];
  const append = (phonemes: string, startsWithin: readonly number[]): void => {
    if (symbols.length > 0 && phonemes !== '') symbols.push(' ');
    starts.push(...startsWithin.map((start) => symbols.length + start));
    symbols.push(...phonemes);
  };
  const appendRun = (run: readonly string[], phonemizer: Phonemizer): void => {
    const clause = clean(phonemizer(run.join(' ')));
    const alone = run.length === 1 ? [clause] : run.map(soundingAlone(phonemizer));
    const symbolsAlone = alone.reduce((sum, word) => sum + word.length, 0);
    if (run.length > 1 && clause.length * symbolsAlone > MAX_ALIGNED) {
      const middle = Math.ceil(run.length / 2);
      appendRun(run.slice(0, middle), phonemizer);
      appendRun(run.slice(middle), phonemizer);
    } else append(clause, run.length === 1 ? [0] : wordStarts(clause, alone));
  };
  for (const run of runsOf(words)) {
    if (typeof run === 'string') append(clean(run), [0]);
    else appendRun(run.words, (run.language && foreign.get(run.language)) ?? own);
  }
  return { phonemes: symbols.join(''), starts };
}

/** Alignment is quadratic in the length of a run, so long clauses are split into runs of about this many characters. */
const MAX_RUN = 300;
/** Symbols of the clause times those of its words. Letters that are spelled out by name make many times more than others. */
const MAX_ALIGNED = 200_000;

/** Adjacent words of one language. Undefined: that of the clause. */
type Run = { words: string[]; language: LanguageCode | undefined };

/** Groups words into runs; given phonemes stay strings. */
function runsOf(clause: readonly ClauseWord[]): (Run | string)[] {
  const runs: (Run | string)[] = [];
  let length = 0;
  for (const one of clause) {
    if (typeof one !== 'string' && 'phonemes' in one) {
      runs.push(one.phonemes);
      continue;
    }
    const [word, language] = typeof one === 'string' ? [one, undefined] : [one.foreign, one.language];
    const last = runs.at(-1);
    const fits = typeof last === 'object' && last.language === language && length + word.length <= MAX_RUN;
    if (fits) last.words.push(word);
    else runs.push({ words: [word], language });
    length = (fits ? length : 0) + word.length + 1;
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
