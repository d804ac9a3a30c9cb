const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'];
const LONGEST = SCALES.length * 3;

const IRREGULAR_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

export type Variant = 'us' | 'gb';

/** Takes digits as text, so that no length overflows. Beyond quadrillions they are read one by one. */
export function cardinal(figures: string, variant: Variant = 'us'): string {
  const plain = figures.replace(/^0+(?=\d)/u, '');
  if (plain.length > LONGEST) return digits(plain);
  const groups: string[] = [];
  for (let end = plain.length; end > 0; end -= 3) groups.unshift(plain.slice(Math.max(0, end - 3), end));
  const spoken = groups.flatMap((group, i) => {
    const value = Number(group);
    if (value === 0) return [];
    const last = i === groups.length - 1;
    const and = last && groups.length > 1 && value < 100 && variant === 'gb' ? 'and ' : '';
    return [and + underThousand(value, variant) + SCALES[groups.length - 1 - i]];
  });
  return spoken.join(' ') || 'zero';
}

function underThousand(value: number, variant: Variant): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return underHundred(rest);
  const joined = rest === 0 ? '' : `${variant === 'gb' ? ' and ' : ' '}${underHundred(rest)}`;
  return `${ONES[hundreds]} hundred${joined}`;
}

function underHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens}-${ONES[value % 10]}`;
}

export function ordinal(figures: string, variant: Variant = 'us'): string {
  return toOrdinal(cardinal(figures, variant));
}

export function toOrdinal(words: string): string {
  return words.replace(/[a-z]+$/u, (last) => {
    const irregular = IRREGULAR_ORDINALS[last];
    if (irregular) return irregular;
    return last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`;
  });
}

export function plural(words: string): string {
  return words.replace(/[a-z]+$/u, (last) => {
    if (last.endsWith('y')) return `${last.slice(0, -1)}ies`;
    return /(s|x|ch)$/u.test(last) ? `${last}es` : `${last}s`;
  });
}

export function digits(figures: string): string {
  return [...figures].map((figure) => ONES[Number(figure)] ?? '').join(' ');
}

/** Reads four digits in pairs, as for years, rooms and resolutions. */
export function year(figures: string, variant: Variant = 'us'): string {
  const value = Number(figures);
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (figures.length !== 4 || value < 1000) return cardinal(figures, variant);
  if (century % 10 === 0 && rest < 10) return cardinal(figures, variant);
  if (rest === 0) return `${underHundred(century)} hundred`;
  return `${underHundred(century)} ${rest < 10 ? 'oh ' : ''}${underHundred(rest)}`;
}

/** Reads `1,234.50` and `.5`. Codes like `007` are left to the caller. */
export function decimal(figures: string, variant: Variant = 'us'): string {
  const [whole = '', fraction] = figures.replaceAll(',', '').split('.');
  if (fraction === undefined) return cardinal(whole, variant);
  return `${whole === '' ? '' : `${cardinal(whole, variant)} `}point ${digits(fraction)}`;
}

/** Reads house numbers, rooms and flights: two twenty-one, one oh one, three hundred. */
export function inPairs(figures: string, variant: Variant = 'us'): string {
  if (figures.length === 4) return year(figures, variant);
  const hundreds = Number(figures[0]);
  const rest = Number(figures.slice(1));
  if (figures.length !== 3 || hundreds === 0)
    return /^0/u.test(figures) ? digits(figures) : cardinal(figures);
  if (rest === 0) return `${ONES[hundreds]} hundred`;
  return `${ONES[hundreds]} ${rest < 10 ? 'oh ' : ''}${underHundred(rest)}`;
}

/** Part of a pattern: 1,234.50 and .5, with thousands grouped in threes or not at all. */
export const AMOUNT = '(\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)';

/** Whether the amount describes the noun after it: a five kilogram bag, a twenty dollar bill. */
export function isAttributive(text: string, start: number, end: number): boolean {
  if (!/^\s[a-z]{3,}/u.test(text.slice(end, end + 4))) return false;
  if (/(?:^|[^\p{L}])an?\s$/iu.test(text.slice(Math.max(0, start - 4), start)))
    return !/^\s(?:and|per|for|from|with|into|over|more|less|each|away|apart|off|than|worth)\b/u.test(
      text.slice(end, end + 7),
    );
  return /^\s(?:bag|batter(?:y|ies)|bottle|bulb|cable|can|card|charger|cup|disk|display|drive|jack|lens|monitor|pack|phone|plug|screen|tank)s?\b/u.test(
    text.slice(end, end + 12),
  );
}

export function isOne(figures: string): boolean {
  return /^1(\.0+)?$/u.test(figures);
}
