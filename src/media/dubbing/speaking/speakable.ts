import { findLanguage } from '../../../../engines/speech/index.ts';

/** Whether the voices of the language can say any of it. What they cannot stays silent and costs nothing. */
export function isSpeakable(text: string | null, language: string): text is string {
  return text !== null && (findLanguage(language)?.script.letters.test(text) ?? false);
}

const MARKUP = /[<>[\]{}`*_#|~\\]/gu;
const LETTER = /\p{L}/u;
const COMMON = /\p{Script=Common}/u;

/** Removes markup and letters that the language cannot read. */
export function plainText(text: string, language: string): string {
  const letters = findLanguage(language)?.script.letters;
  const isReadable = (one: string) => !LETTER.test(one) || COMMON.test(one) || letters?.test(one);
  return [...text.replace(MARKUP, ' ')].map((one) => (isReadable(one) ? one : ' ')).join('');
}
