import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { cardinal, digits, ordinal, type Variant } from './english/number-words.ts';
import { spokenForm } from './spoken-form.ts';

type Attributes = Record<string, string>;
type Outcome = { spoken: string } | { fault: string };

const KINDS = ['characters', 'cardinal', 'ordinal', 'date', 'telephone'];
const ALIASES: Record<string, string> = {
  'spell-out': 'characters',
  verbatim: 'characters',
  digits: 'characters',
  number: 'cardinal',
};

/** Outside English, numbers are left to the language process. */
export function sayAs(text: string, attributes: Attributes, language: PhonemeLanguage): Outcome {
  const asked = attributes['interpret-as'] ?? '';
  const kind = ALIASES[asked] ?? asked;
  if (!KINDS.includes(kind)) return { fault: `interpret-as is one of ${KINDS.join(', ')}` };
  const variant = language === 'en-US' ? 'us' : language === 'en-GB' ? 'gb' : null;
  const spoken = KIND[kind]?.(text, variant, language, attributes.format ?? '') ?? '';
  return spoken === '' ? { fault: `"${text.slice(0, 30)}" cannot be read as ${kind}` } : { spoken };
}

type Say = (text: string, variant: Variant | null, language: PhonemeLanguage, format: string) => string;

const KIND: Record<string, Say> = {
  characters: (text, variant) =>
    [...text.toUpperCase()]
      .filter((character) => /[\p{L}\p{N}]/u.test(character))
      .map((character) => (variant && /\d/u.test(character) ? digits(character) : character))
      .join(' '),
  cardinal: (text, variant) => {
    const match = /^([-−+])?\s?(\d[\d,]*)$/u.exec(text);
    const figures = (match?.[2] ?? '').replaceAll(',', '');
    if (figures === '' || !variant) return figures && text;
    return (match?.[1] ? (match[1] === '+' ? 'plus ' : 'minus ') : '') + cardinal(figures, variant);
  },
  ordinal: (text, variant) => {
    const figures = /^(\d[\d,]*)(?:st|nd|rd|th|\.|º|ª|e)?$/iu.exec(text)?.[1]?.replaceAll(',', '') ?? '';
    return figures && variant ? ordinal(figures, variant) : figures;
  },
  telephone: (text, variant) => {
    const groups = text.match(/\d+/gu) ?? [];
    const spoken = groups.map((group) => (variant ? digits(group) : [...group].join(' '))).join(', ');
    return spoken && variant && text.startsWith('+') ? `plus ${spoken}` : spoken;
  },
  date: (text, variant, language, format) => {
    const iso = variant ? isoDate(text, format) : text;
    return iso === null ? '' : spokenForm(iso, language);
  },
};

/** `format` gives the order of day, month and year. Without it the text is read like any date. */
function isoDate(text: string, format: string): string | null {
  const parts = text.match(/\d+/gu) ?? [];
  if (!/^[dmy]{3}$/u.test(format) || parts.length !== 3)
    return format === '' || parts.length !== 3 ? text : null;
  const part = (letter: string): string => parts[format.indexOf(letter)] ?? '';
  const [year, month, day] = [part('y'), part('m').padStart(2, '0'), part('d').padStart(2, '0')];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  return `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
}
