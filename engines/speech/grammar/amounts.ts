import type { Amount, Gender, Grammar, Noun } from './grammar.ts';
import { parseNoun } from './number-words.ts';
import { following, preceding } from './reading.ts';

/** No-break, figure, thin and narrow no-break space. */
export const HARD_SPACES = '\\u00a0\\u2007\\u2009\\u202f';
/** More groups are no number that anyone reads; the limit also keeps matching linear. */
const MAX_GROUPS = 6;
const MAX_DIGITS = 3 * MAX_GROUPS;

/** Part of a pattern, one group: 1.234.567,89 and 0,5. */
export function amountPattern({ decimalSign, groupSigns }: Grammar): string {
  const fraction = `(?:${decimalSign === '.' ? '\\.' : decimalSign}\\d{1,18})?`;
  const groups = ['', HARD_SPACES, ...groupSigns]
    .filter((sign) => sign !== '')
    .map((sign) => `\\d{1,3}(?:[${sign}]\\d{3}){1,${MAX_GROUPS}}(?!\\d)${fraction}`);
  return `(${groups.join('|')}|\\d+${fraction})`;
}

export function parseAmount(written: string, { decimalSign }: Grammar): Amount {
  const [whole = '', fraction = ''] = written.split(decimalSign);
  return { whole: whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, ''), fraction };
}

/** The gender of what is counted, and the text before it, which may ask for a case. */
export type Place = { gender?: Gender | undefined; before?: string };

export function spokenAmount(amount: Amount, grammar: Grammar, { gender, before }: Place = {}): string {
  if (amount.fraction !== '') return grammar.decimal(amount.whole, amount.fraction);
  const genitive = inGenitive(amount, before, grammar);
  return genitive ? genitive.cardinal(amount.whole, gender) : cardinal(amount.whole, grammar, gender);
}

function inGenitive({ whole, fraction }: Amount, before: string | undefined, { genitive }: Grammar) {
  const isLong = whole.length > MAX_DIGITS || fraction !== '';
  return !isLong && genitive && asksForGenitive(before, genitive.after) ? genitive : undefined;
}

export function cardinal(figures: string, grammar: Grammar, gender?: Gender): string {
  const plain = figures.replace(/^0+(?=\d)/u, '');
  return plain.length > MAX_DIGITS ? digits(plain, grammar) : grammar.cardinal(plain, gender);
}

export function digits(figures: string, grammar: Grammar): string {
  return [...figures].map((figure) => grammar.cardinal(figure)).join(' ');
}

const rules = new Map<string, Intl.PluralRules>();

function categoryOf({ whole, fraction }: Amount, locale: string): Intl.LDMLPluralRule {
  const shown = Math.min(fraction.length, 3);
  const key = `${locale} ${shown}`;
  const rule = rules.get(key) ?? new Intl.PluralRules(locale, { minimumFractionDigits: shown });
  rules.set(key, rule);
  // Only the last figures matter to any rule, and whether there are others.
  const last = whole.length > 12 ? `1${whole.slice(-9)}` : whole;
  return rule.select(Number(`${last}.${fraction.slice(0, 3)}`));
}

/** The noun with its number: `zwei Kilometer`. `words` replaces the number, as for a range that ends with it. */
export function counted(
  amount: Amount,
  noun: Noun,
  grammar: Grammar,
  { words, before }: { words?: string; before?: string } = {},
): string {
  const form = nounForm(amount, noun, grammar, before);
  if (form.startsWith('=')) return form.slice(1);
  const place = { gender: parseNoun(noun).gender, before: before ?? '' };
  const number = words ?? spokenAmount(amount, grammar, place);
  if (form.includes('#')) return form.replace('#', number);
  return grammar.join?.(number, form, categoryOf(amount, grammar.locale), amount) ?? `${number} ${form}`;
}

function nounForm(amount: Amount, noun: Noun, grammar: Grammar, before?: string): string {
  const { forms } = parseNoun(noun);
  const category = categoryOf(amount, grammar.locale);
  const genitive = inGenitive(amount, before, grammar);
  const index = (genitive ? genitive.formFor : grammar.formFor)[category] ?? forms.length - 1;
  return forms[Math.min(index, forms.length - 1)] ?? '';
}

/** The form after many, without a number: for a sign that stands alone. */
export function pluralForm(noun: Noun, grammar: Grammar): string {
  return nounForm({ whole: '5', fraction: '' }, noun, grammar).replace(/[#=]/u, '').trim();
}

/** A noun after millions: `drei Millionen Euro`, `trei milioane de lei`. */
export function ofMany(millions: string, noun: Noun, grammar: Grammar): string {
  const million = { whole: '1000000', fraction: '' };
  const form = nounForm(million, noun, grammar).replace(/[#=]/u, '').trim();
  return (
    grammar.join?.(millions, form, categoryOf(million, grammar.locale), million) ?? `${millions} ${form}`
  );
}

/** Most numbers do not stand after a word, which is cheap to see. */
function asksForGenitive(before: string | undefined, after: RegExp): boolean {
  const nearby = before?.slice(-NEARBY) ?? '';
  const last = nearby.trimEnd().at(-1) ?? '';
  return /[\p{L}.]/u.test(last) && after.test(nearby);
}

/** Every preposition that asks for a case is shorter than this. */
const NEARBY = 24;

/** The gender of what a number between `start` and `end` counts, from the word after it. */
export function genderAfter(
  text: string,
  [start, end]: readonly [number, number],
  figures: string,
  grammar: Grammar,
) {
  const word = /^[\s-](\p{L}+)/u.exec(following(text, end))?.[1];
  if (word === undefined || !grammar.genderOf) return undefined;
  const { genitive } = grammar;
  const isGenitive = genitive !== undefined && asksForGenitive(preceding(text, start), genitive.after);
  return grammar.genderOf(word, figures, isGenitive);
}

/** Makes a pattern that matches any of these, the longest first. */
export function oneOf(names: readonly string[]): string {
  return [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replaceAll(' ', '\\s?'))
    .join('|');
}

/** The characters that these can start with, in either case. */
export function startsOf(names: readonly string[]): RegExp {
  const first = new Set(names.flatMap((name) => [...name].slice(0, 1)));
  const all = [...first].flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);
  return new RegExp(`^(?:${oneOf([...new Set(all)])})$`, 'u');
}

/** Whether a sign at `index` belongs to the number after it, and is no dash between two. */
export function isSign(text: string, index: number): boolean {
  return index === 0 || /[\s(=:]/u.test(text[index - 1] ?? '');
}
