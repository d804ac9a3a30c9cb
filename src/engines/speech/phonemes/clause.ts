import { knownPhonemes } from '../kokoro/vocabulary.ts';
import { wordStarts } from './align.ts';
import type { ClauseWord, PhonemeLanguage, PhonemizedClause } from './methods.ts';

export type Phonemizer = (clause: string) => string;

/** Phonemizes words in context. Phonemes from the caller are used as they are. `foreign` has words of other languages. */
export function phonemizeClause(
  words: readonly ClauseWord[],
  own: Phonemizer,
  foreign: ReadonlyMap<PhonemeLanguage, Phonemizer> = new Map(),
): PhonemizedClause {
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
      const phonemizer = (run.language && foreign.get(run.language)) ?? own;
      const clause = clean(phonemizer(run.words.join(' ')));
      const alone = () => run.words.map(soundingAlone(phonemizer));
      append(clause, run.words.length === 1 ? [0] : wordStarts(clause, alone()));
    }
  }
  return { phonemes: symbols.join(''), starts };
}

/** Alignment is quadratic in the length of a run, so long clauses are split into runs of about this many characters. */
const MAX_RUN = 300;

/** Adjacent words of one language. Undefined: that of the clause. */
type Run = { words: string[]; language: PhonemeLanguage | undefined };

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
