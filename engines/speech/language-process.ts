/**
 * The language process. espeak-ng is GPL-3 and stays on this side of a pipe: the service only sends text here and
 * reads phonemes back. The dictionaries of Japanese, Chinese and language detection are loaded when first needed.
 */
import { serveProcess } from '../../src/platform/process-pool/index.ts';
import { memoize, type Phonemizer, phonemizeClause } from './phonemes/clause.ts';
import { createEspeak } from './phonemes/espeak.ts';
import { ESPEAK_VOICES, fromEspeak } from './phonemes/espeak-symbols.ts';
import type { ClauseWord, LanguageMethods, PhonemeLanguage } from './phonemes/methods.ts';

const loaded = new Map<PhonemeLanguage, Promise<Phonemizer>>();
const espeak = createEspeak();
/** Several letters in one, which espeak-ng would call by their names. */
const LIGATURE = /[ĲĳǄ-ǌǱ-ǳﬀ-ﬆ]/gu;
const SPELLED = /(?<![\p{L}\p{N}])\p{Lu}(?: \p{Lu})+(?![\p{L}\p{N}])/gu;

async function load(language: PhonemeLanguage): Promise<Phonemizer> {
  const { phonemes } = await espeak;
  const foreign: Phonemizer = (text) => {
    // espeak-ng would spell out other characters by their codes.
    const latin = text.replaceAll(/[^\p{Script=Latin}\p{N}'&+.-]+/gu, ' ').trim();
    return /[\p{L}\p{N}]/u.test(latin) ? fromEspeak(phonemes(latin, ESPEAK_VOICES['en-US']), 'en-US') : '';
  };
  if (language === 'ja') return (await import('./languages/ja/phonemizer.ts')).createJapanese(foreign);
  if (language === 'zh') return (await import('./languages/zh/phonemizer.ts')).createChinese(foreign);
  return (clause) => {
    const written = clause.replaceAll(LIGATURE, (letters) => letters.normalize('NFKC'));
    return fromEspeak(phonemes(spelledLetters(written, language), ESPEAK_VOICES[language]), language);
  };
}

/**
 * espeak-ng reads the A of "A P I" as the article. In "A.P.I" it names each letter and stresses the last; in a language
 * of another script it would name the last one twice, but not in "A-P-I".
 */
function spelledLetters(clause: string, language: PhonemeLanguage): string {
  const joint = ['ru', 'uk'].includes(language) ? '-' : '.';
  return clause.replaceAll(SPELLED, (letters) =>
    letters.replaceAll(' ', /[A-Z]/u.test(letters) ? joint : '.'),
  );
}

function phonemizerFor(language: PhonemeLanguage): Promise<Phonemizer> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language).then((phonemizer) => memoize(phonemizer));
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

function foreignLanguages(clauses: readonly ClauseWord[][]): Set<PhonemeLanguage> {
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
        const foreign = new Map<PhonemeLanguage, Phonemizer>();
        for (const one of foreignLanguages(clauses)) foreign.set(one, await phonemizerFor(one));
        return { clauses: clauses.map((words) => phonemizeClause(words, own, foreign)) };
      },
    };
  },
});
