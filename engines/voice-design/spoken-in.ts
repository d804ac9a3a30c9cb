import { findLanguage, UnsupportedLanguage } from '../speech/index.ts';

/** An accent of the same language changes the language variant; one of another language only colours the sound. */
export function spokenIn(tag: string, accent: string | undefined): { language: string; colour?: string } {
  const language = findLanguage(tag)?.code;
  if (!language) throw new UnsupportedLanguage(`There are no voices that speak "${tag.slice(0, 20)}".`);
  if (!accent || accent === language) return { language };
  const isSame = accent.split('-')[0] === language.split('-')[0];
  return isSame ? { language: accent } : { language, colour: accent };
}
