import { wordsOf } from '../words.ts';
import { stopWordsOf } from './stop-words.ts';

/** Endings that hide that two words are the same, longest first. */
const ENDINGS: Record<string, readonly string[]> = {
  en: ['ings', 'ing', 'ies', 'ed', 'es', 'ys', 'e', 's', 'y'],
  de: ['ungen', 'ung', 'ern', 'em', 'en', 'er', 'es', 'e', 's', 'n'],
  fr: ['ements', 'ement', 'ees', 'ee', 'es', 'er', 'e', 's', 'x'],
  es: ['mente', 'ciones', 'cion', 'ando', 'iendo', 'as', 'os', 'es', 'ar', 'er', 'ir', 'a', 'o', 's'],
  it: ['mente', 'zioni', 'zione', 'are', 'ere', 'ire', 'i', 'e', 'a', 'o'],
  pt: ['mente', 'coes', 'cao', 'ando', 'endo', 'as', 'os', 'es', 'ar', 'er', 'ir', 'a', 'o', 's'],
};
const SHORTEST_STEM = 3;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

/**
 * Words without case, accents and common endings, and without those that every document has. Scripts without spaces give pairs of characters, which say far more than
 * single ones.
 */
export function tokensOf(text: string, language: string): string[] {
  const endings = ENDINGS[language.split('-')[0] ?? ''] ?? [];
  const stopWords = stopWordsOf(language);
  const words = wordsOf(text);
  return words.flatMap(({ folded, end }, i) => {
    const isStopWord = stopWords.has(folded);
    if (!UNSPACED.test(folded)) return isStopWord ? [] : stem(folded, endings);
    const next = words[i + 1];
    const isPair =
      next !== undefined &&
      next.start === end &&
      UNSPACED.test(next.folded) &&
      !(isStopWord && stopWords.has(next.folded));
    return [...(isStopWord ? [] : [folded]), ...(isPair ? [folded + next.folded] : [])];
  });
}

function stem(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  return ending ? word.slice(0, -ending.length) : word;
}
