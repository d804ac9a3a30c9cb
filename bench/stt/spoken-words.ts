import { cardinal } from '../../engines/speech/languages/en/number-words.ts';

const ONES =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = 'cero diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  'cero ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

const NUMBERS: Record<string, (figures: string) => string> = {
  en: (figures) => cardinal(figures),
  es: (figures) => spanish(Number(figures)),
};

/**
 * A text as word errors are usually counted: in lower case, without accents and punctuation, whole numbers as words.
 * Thousands may be grouped by a point, a comma or a space.
 */
export function spokenWords(text: string, language: string): string {
  const number = NUMBERS[language];
  const written = text.replace(/\d+(?:[.,\u00a0\u202f]\d{3}(?!\d))*/gu, (figures) =>
    number ? ` ${number(figures.replace(/\D/gu, ''))} ` : figures,
  );
  return written
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Spells numbers up to a million, without accents. */
function spanish(value: number): string {
  if (value >= 1_000_000) return String(value);
  if (value >= 1_000) {
    const thousands = Math.floor(value / 1_000);
    const many = thousands === 1 ? '' : `${spanish(thousands).replace(/uno$/u, 'un')} `;
    return `${many}mil${after(value % 1_000)}`;
  }
  if (value === 100) return 'cien';
  if (value > 100) return `${HUNDREDS[Math.floor(value / 100)]}${after(value % 100)}`;
  if (value < ONES.length) return ONES[value] ?? '';
  const ones = value % 10;
  return `${TENS[Math.floor(value / 10)]}${ones === 0 ? '' : ` y ${ONES[ones]}`}`;
}

function after(rest: number): string {
  return rest === 0 ? '' : ` ${spanish(rest)}`;
}
