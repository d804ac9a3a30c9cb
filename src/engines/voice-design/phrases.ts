/** Phrases with a meaning of their own, rewritten in words of the lexicon. */
const PHRASES: [RegExp, string][] = [
  [/\bhigh[- ]energy\b/gu, 'energetic'],
  [/\blow[- ]energy\b/gu, 'calm'],
  [/\b(high|low|full)[- ](quality|fidelity|definition|volume|resolution)\b/gu, ''],
  [/\bgender[- ]neutral\b/gu, 'androgynous'],
  [/\bmiddle[- ]aged\b/gu, 'adult'],
  [/\bold[- ]fashioned\b/gu, ''],
];

/** `In his 20s`, `70-year-old`. */
const YEARS = /\b(\d{1,3})(?:[- ]?years?[- ]old|s)\b/gu;
const YOUNG_BELOW = 30;
const MATURE_FROM = 50;

export function inPlainWords(prompt: string): string {
  const spoken = PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, words), prompt.toLowerCase());
  return spoken.replace(YEARS, (_, years: string) => ageWord(Number(years)));
}

function ageWord(years: number): string {
  if (years < YOUNG_BELOW) return 'young';
  return years < MATURE_FROM ? 'adult' : 'old';
}
