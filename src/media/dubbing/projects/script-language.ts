import { scoreLanguages } from '../../../../engines/speech/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';

export type DetectDeps = { threads: Threads };

export type Asked = {
  text: string;
  target: string;
  /** Null if it is not known either. */
  source: string | null;
};

/** One language is that much likelier than another before it is taken. */
const CLEAR = 1.25;
/** More says nothing new. */
const LOOKED_AT = 2_000;
/** Telling all languages apart takes this many letters. Between two known languages, one word may do. */
const LEAST_LETTERS = 20;
/** Loading the library takes most of this time, once per thread. */
const BUDGET_MS = 10_000;

/**
 * The language that a script is in: a script may be what was said, or already what is to be said. Null if it could be
 * either. Without a sign of the target language it is in that of the film.
 */
export async function detectScriptLanguage(
  { threads }: DetectDeps,
  accountId: string,
  { text, target, source }: Asked,
): Promise<string | null> {
  const work = { owner: accountId, what: 'Detecting the language of the script', budgetMs: BUDGET_MS };
  const scores = await threads.run(scoreLanguages, text.slice(0, LOOKED_AT), work);
  const scoreOf = (language: string): number => scores[language === 'no' ? 'nb' : language] ?? 0;
  const asTarget = scoreOf(target);
  if (source !== null) {
    if (asTarget > CLEAR * scoreOf(source)) return target;
    return asTarget === 0 || scoreOf(source) > CLEAR * asTarget ? source : null;
  }
  if ((text.match(/\p{L}/gu) ?? []).length < LEAST_LETTERS) return null;
  const [best, second] = Object.entries(scores).sort(([, a], [, b]) => b - a);
  if (!best || best[1] < CLEAR * (second?.[1] ?? 0)) return null;
  return best[0] === 'nb' ? 'no' : best[0];
}
