import type { Gender, Grammar } from '../../grammar/grammar.ts';
import { endsWithWord } from '../../grammar/number-words.ts';

type Cardinal = (figures: string, gender?: Gender) => string;

type Ranks<Ending> = {
  /** Stems or base forms for 0 to 19, the tens and the hundreds. */
  stems: Record<number, string>;
  attach(stem: string, ending: Ending): string;
  cardinal: Cardinal;
  /** двухтысячный: the stem for round thousands. */
  thousandth(thousands: number): string;
  /** Whether the tens before ones are ranks too: `dwudziesty pierwszy`, but `двадцать первый`. */
  ranksTens?: true;
};

/** Ranks as Slavic languages have them: only the last part declines. Null: there is no such rank. */
export function ranks<Ending>({ stems, attach, cardinal, thousandth, ranksTens }: Ranks<Ending>) {
  return (figures: string, ending: Ending): string | null => {
    const value = Number(figures);
    if (value >= 1_000_000 || !Number.isSafeInteger(value)) return null;
    if (value > 0 && value % 1_000 === 0) return attach(thousandth(value / 1_000), ending);
    const parts = lastParts(value, ranksTens === true).map((part) => stems[part]);
    if (parts.some((stem) => stem === undefined)) return null;
    const rest = value - lastParts(value, ranksTens === true).reduce((sum, part) => sum + part, 0);
    const words = parts.map((stem) => attach(stem ?? '', ending));
    return [...(rest === 0 ? [] : [cardinal(String(rest))]), ...words].join(' ');
  };
}

function lastParts(value: number, ranksTens: boolean): number[] {
  const under = value % 100;
  const ones = value % 10;
  if (value === 0) return [0];
  if (under === 0) return [value % 1_000];
  if (under < 20 || ones === 0) return [under];
  return ranksTens ? [under - ones, ones] : [ones];
}

/** "десять-двенадцать", which fits every case; large numbers "от тысячи до двух тысяч", except after a preposition. */
export function rangeInGenitive(words: {
  from: string;
  to: string;
  cardinal: Cardinal;
  genitive: Cardinal;
  decimal: Grammar['decimal'];
  prepositions: string;
}): NonNullable<Grammar['range']> {
  const afterPreposition = endsWithWord(words.prepositions);
  const parse = (written: string) => {
    const [whole = '', fraction = ''] = written.split(',');
    return { figures: whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, ''), fraction };
  };
  return (from, to, { before, gender }) => {
    const spoken = (written: string, cardinal: Cardinal): string => {
      const { figures, fraction } = parse(written);
      return fraction ? words.decimal(figures, fraction) : cardinal(figures, gender);
    };
    const isLarge = parse(from).figures.length > 3 || parse(to).figures.length > 3;
    if (!isLarge || afterPreposition.test(before))
      return `${spoken(from, words.cardinal)}-${spoken(to, words.cardinal)}`;
    return `${words.from} ${spoken(from, words.genitive)} ${words.to} ${spoken(to, words.genitive)}`;
  };
}

/** "три целых четырнадцать сотых". `parts` are tenths to thousandths, singular and plural; longer fractions are digits. */
export function decimalInParts(
  cardinal: Cardinal,
  words: { one: string; many: string; parts: readonly string[]; point: string },
): Grammar['decimal'] {
  const isOne = (figures: string): boolean => /(?:^|[^1])1$/u.test(figures);
  return (whole, fraction) => {
    const [one, many] = words.parts[fraction.length - 1]?.split('/') ?? [];
    if (one === undefined)
      return `${cardinal(whole)} ${words.point} ${[...fraction].map((figure) => cardinal(figure)).join(' ')}`;
    const top = fraction.replace(/^0+(?=\d)/u, '');
    const units = isOne(whole) ? words.one : words.many;
    return `${cardinal(whole, 'f')} ${units} ${cardinal(top, 'f')} ${isOne(top) ? one : many}`;
  };
}
