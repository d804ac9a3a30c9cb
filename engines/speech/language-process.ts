/**
 * The language process. espeak-ng is GPL-3 and stays on this side of a pipe: the service only sends text here and
 * reads phonemes back. The dictionaries of Japanese, Chinese and language detection are loaded when first needed.
 */
import { serveProcess } from '../../src/platform/process-pool/index.ts';
import type { Phonemizer } from './language.ts';
import { type LanguageCode, languageByCode } from './languages.ts';
import { memoize, phonemizeClause } from './phonemes/clause.ts';
import { createEspeak } from './phonemes/espeak.ts';
import { fromEspeak } from './phonemes/espeak-symbols.ts';
import type { ClauseWord, LanguageMethods } from './phonemes/methods.ts';

const loaded = new Map<LanguageCode, Promise<Phonemizer>>();
const espeak = createEspeak();
/** Several letters in one, which espeak-ng would call by their names. */
const LIGATURE = /[ĲĳǄ-ǌǱ-ǳﬀ-ﬆ]/gu;
const SPELLED = /(?<![\p{L}\p{N}])\p{Lu}(?: \p{Lu})+(?![\p{L}\p{N}])/gu;

async function load(code: LanguageCode): Promise<Phonemizer> {
  const { phonemes } = await espeak;
  const { phonemizer, espeakVoice = code, spellingMark } = languageByCode(code);
  if (phonemizer) return phonemizer(foreignPhonemizer(phonemes));
  return (clause) => {
    const written = clause.replaceAll(LIGATURE, (letters) => letters.normalize('NFKC'));
    return fromEspeak(phonemes(spelledLetters(written, spellingMark), espeakVoice), code);
  };
}

/** espeak-ng would spell out characters that are not Latin by their codes. */
function foreignPhonemizer(phonemes: (text: string, voice: string) => string): Phonemizer {
  const { code, espeakVoice = code } = languageByCode('en-US');
  return (text) => {
    const latin = text.replaceAll(/[^\p{Script=Latin}\p{N}'&+.-]+/gu, ' ').trim();
    return /[\p{L}\p{N}]/u.test(latin) ? fromEspeak(phonemes(latin, espeakVoice), code) : '';
  };
}

/** espeak-ng reads the A of "A P I" as the article. In "A.P.I" it names each letter and stresses the last. */
function spelledLetters(clause: string, latinMark = '.'): string {
  return clause.replaceAll(SPELLED, (letters) =>
    letters.replaceAll(' ', /[A-Z]/u.test(letters) ? latinMark : '.'),
  );
}

function phonemizerFor(language: LanguageCode): Promise<Phonemizer> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language).then((phonemizer) => memoize(phonemizer));
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

function foreignLanguages(clauses: readonly ClauseWord[][]): Set<LanguageCode> {
  const named = clauses
    .flat()
    .flatMap((word) => (typeof word === 'object' && 'language' in word ? word.language : []));
  return new Set(named);
}

await serveProcess<LanguageMethods>({
  open: async () => {
    await espeak;
    return {
      scoreLanguages: async ({ texts }) => {
        const { languageScores } = await import('./detection/scores.ts');
        return { scores: texts.map(languageScores) };
      },
      phonemize: async ({ language, clauses }) => {
        const own = await phonemizerFor(language);
        const foreign = new Map<LanguageCode, Phonemizer>();
        for (const one of foreignLanguages(clauses)) foreign.set(one, await phonemizerFor(one));
        return { clauses: clauses.map((words) => phonemizeClause(words, own, foreign)) };
      },
    };
  },
});
