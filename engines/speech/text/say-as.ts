import type { SpokenFigures } from '../grammar/spoken-figures.ts';
import { type LanguageCode, languageByCode } from '../languages.ts';
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

export function sayAs(text: string, attributes: Attributes, language: LanguageCode): Outcome {
  const asked = attributes['interpret-as'] ?? '';
  const kind = ALIASES[asked] ?? asked;
  if (!KINDS.includes(kind)) return { fault: `interpret-as is one of ${KINDS.join(', ')}` };
  const figures = languageByCode(language).reader?.figures ?? null;
  const spoken = KIND[kind]?.(text, figures, language, attributes.format ?? '') ?? '';
  return spoken === '' ? { fault: `"${text.slice(0, 30)}" cannot be read as ${kind}` } : { spoken };
}

/** If `figures` is null, the language process reads the numbers. */
type Say = (text: string, figures: SpokenFigures | null, language: LanguageCode, format: string) => string;

const KIND: Record<string, Say> = {
  characters: (text, figures, language) =>
    [...text.toLocaleUpperCase(language)]
      .filter((character) => /[\p{L}\p{N}]/u.test(character))
      .map((character) => (figures && /\d/u.test(character) ? figures.digits(character) : character))
      .join(' '),
  cardinal: (text, figures) => {
    const groups = figures?.groupSigns ?? ',';
    const match = new RegExp(`^([-−+])?\\s?(\\d[\\d${groups}]*)$`, 'u').exec(text);
    const number = (match?.[2] ?? '').replaceAll(/\D/gu, '');
    if (number === '' || !figures) return number && text;
    const sign = match?.[1] && `${match[1] === '+' ? figures.plus : figures.minus} `;
    return (sign ?? '') + figures.cardinal(number);
  },
  ordinal: (text, figures) => {
    const number = /^(\d[\d,]*)(?:st|nd|rd|th|\.|º|ª|e)?$/iu.exec(text)?.[1]?.replaceAll(',', '') ?? '';
    return number && figures ? figures.ordinal(number) : number;
  },
  telephone: (text, figures) => {
    const groups = text.match(/\d+/gu) ?? [];
    const spoken = groups.map((group) => (figures ? figures.digits(group) : [...group].join(' '))).join(', ');
    return spoken && figures && text.startsWith('+') ? `${figures.plus} ${spoken}` : spoken;
  },
  date: (text, figures, language, format) => {
    const iso = figures ? isoDate(text, format) : text;
    return iso === null ? '' : spokenForm(iso, language);
  },
};

/** `format` gives the order of day, month and year. Without it the text is read like any date. */
function isoDate(text: string, format: string): string | null {
  const parts = text.match(/\d+/gu) ?? [];
  if (!/^[dmy]{3}$/u.test(format) || parts.length !== 3)
    return format === '' || parts.length !== 3 ? text : null;
  const part = (letter: string): string => parts[format.indexOf(letter)] ?? '';
  const year = part('y');
  const month = part('m').padStart(2, '0');
  const day = part('d').padStart(2, '0');
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  return `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
}
