import type { Word } from '../../words.ts';

const ENGLISH =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
/** Each list counts up from zero. Transcripts write larger numbers in digits. */
const NAMES: Record<string, string> = {
  en: ENGLISH,
  de: 'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  fr: 'zero un deux trois quatre cinq six sept huit neuf dix onze douze',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  pt: 'zero um dois tres quatro cinco seis sete oito nove dez onze doze',
};
const TABLES = new Map(
  Object.entries(NAMES).map(([language, names]) => [
    language,
    new Map(names.split(' ').map((name, value) => [name, value])),
  ]),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((name, i) => [name, (i + 2) * 10]),
);

type Found = { value: number; length: number };

/** The number that begins with this word: "25", "2,500", "four" or "twenty five". */
export function numberAt(words: readonly Word[], at: number, language: string): Found | null {
  const text = words[at]?.folded;
  if (text === undefined) return null;
  if (/^\d/.test(text)) return { value: readNumber(text), length: 1 };
  const table = TABLES.get(language);
  const tens = language === 'en' ? TENS.get(text) : undefined;
  if (tens === undefined) {
    const value = table?.get(text);
    return value === undefined ? null : { value, length: 1 };
  }
  const ones = table?.get(words[at + 1]?.folded ?? '') ?? 0;
  return ones > 0 && ones < 10 ? { value: tens + ones, length: 2 } : { value: tens, length: 1 };
}

/** Groups of three after a separator are thousands; anything else after it is a fraction. */
function readNumber(text: string): number {
  return Number(/^\d{1,3}(?:[.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : text.replace(',', '.'));
}

/** The digits of one word, for numbers that are dictated. Null when it is none. */
export function digitsOf(word: Word | undefined, language: string): string | null {
  if (!word) return null;
  if (/^[\d.,]+$/.test(word.folded)) return word.folded.replace(/[.,]/g, '');
  const value = language === 'en' && word.folded === 'oh' ? 0 : TABLES.get(language)?.get(word.folded);
  return value !== undefined && value < 10 ? String(value) : null;
}
