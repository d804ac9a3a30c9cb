import { compoundReading } from '../../grammar/codes.ts';
import type { Grammar } from '../../grammar/grammar.ts';
import { inThrees, minutes, pointed } from '../../grammar/number-words.ts';
import { tables } from './tables.ts';

/** The words of one case: every part of a Finnish number declines. */
type Series = {
  ones: string[];
  ten: string;
  tens: string;
  hundred: [one: string, many: string];
  thousand: [string, string];
  scales: [string, string][];
};

const NOMINATIVE: Series = {
  ones: 'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen'.split(' '),
  ten: 'kymmenen',
  tens: 'kymmentä',
  hundred: ['sata', 'sataa'],
  thousand: ['tuhat', 'tuhatta'],
  scales: [
    ['miljoona', 'miljoonaa'],
    ['miljardi', 'miljardia'],
    ['biljoona', 'biljoonaa'],
  ],
};
const GENITIVE: Series = {
  ones: 'nollan yhden kahden kolmen neljän viiden kuuden seitsemän kahdeksan yhdeksän kymmenen'.split(' '),
  ten: 'kymmenen',
  tens: 'kymmenen',
  hundred: ['sadan', 'sadan'],
  thousand: ['tuhannen', 'tuhannen'],
  scales: [
    ['miljoonan', 'miljoonan'],
    ['miljardin', 'miljardin'],
    ['biljoonan', 'biljoonan'],
  ],
};

function underThousand(value: number, { ones, tens, hundred: [one, many] }: Series): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? one : `${ones[hundreds]}${many}`;
  if (rest === 0) return hundred;
  if (rest <= 10) return hundred + ones[rest];
  if (rest < 20) return `${hundred}${ones[rest - 10]}toista`;
  return `${hundred}${ones[Math.floor(rest / 10)]}${tens}${rest % 10 === 0 ? '' : ones[rest % 10]}`;
}

function number(figures: string, series: Series): string {
  const groups = inThrees(figures);
  if (figures === '0') return series.ones[0] ?? '';
  if (groups.length > 5) return [...figures].map((figure) => number(figure, series)).join(' ');
  return groups
    .flatMap((value, i) => {
      const scale = groups.length - 1 - i;
      if (value === 0) return [];
      if (scale === 0) return [underThousand(value, series)];
      if (scale === 1)
        return [value === 1 ? series.thousand[0] : underThousand(value, series) + series.thousand[1]];
      const [one, many] = series.scales[scale - 2] ?? ['', ''];
      return [value === 1 ? one : `${underThousand(value, series)} ${many}`];
    })
    .join(' ');
}

const cardinal = (figures: string): string => number(figures, NOMINATIVE);

const RANKS =
  'nollas ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes'.split(' ');
/** Compounds use "yhdes" and "kahdes" for one and two. */
const JOINED = RANKS.map((rank, i) => (i === 1 ? 'yhdes' : i === 2 ? 'kahdes' : rank));
const STEMS =
  'nollanne ensimmäise toise kolmanne neljänne viidenne kuudenne seitsemänne kahdeksanne yhdeksänne kymmenenne'.split(
    ' ',
  );

function ordinal(figures: string): string {
  const value = Number(figures);
  if (value <= 10) return RANKS[value] ?? '';
  if (value < 20) return `${JOINED[value - 10]}toista`;
  if (value < 100)
    return `${JOINED[Math.floor(value / 10)]}kymmenes${value % 10 === 0 ? '' : value % 10 <= 2 ? RANKS[value % 10] : JOINED[value % 10]}`;
  if (value === 100) return 'sadas';
  return value === 1_000 ? 'tuhannes' : cardinal(figures);
}

/** The noun's case ending is also the rank's: "kolmannella sijalla". Only small ranks: others stay in the nominative. */
function declined(figures: string, noun: string): string {
  const stem = STEMS[Number(figures)];
  const ending = /(?:ss|st|ll|lt)[aä]$|lle$|(?<=[aeiouyäö])n$/u.exec(noun)?.[0];
  if (stem === undefined || ending === undefined) return ordinal(figures);
  const isFront = !/[aou]/u.test(stem);
  return stem + ending.replace(/[aä]$/u, isFront ? 'ä' : 'a');
}

export const grammar: Grammar = {
  ...tables,
  cardinal,
  decimal: pointed(cardinal, 'pilkku', 0),
  mixed: (whole, part, { whole: figures, top, bottom }) => {
    if (top !== '1' || bottom !== '2') return `${whole} ja ${part}`;
    return figures === '1' ? 'puolitoista' : `${whole} ja puoli`;
  },
  regnal: (figures) => ordinal(figures),
  pointOrdinal: (figures, _before, after) =>
    figures.length > 3 ? null : declined(figures, /^\s+(\p{L}+)/u.exec(after)?.[1] ?? ''),
  // 5:n is the genitive. The other cases are left in the nominative.
  suffixOrdinal: {
    suffix: ':\\p{Ll}{1,5}',
    read: (figures, suffix) =>
      /^:s$/u.test(suffix) ? ordinal(figures) : number(figures, suffix === ':n' ? GENITIVE : NOMINATIVE),
  },
  date: ({ day, month, year }) => [ordinal(day), month, year && cardinal(year)].filter(Boolean).join(' '),
  time: (hour, minute) => {
    if (minute === '00') return cardinal(hour);
    return `${cardinal(hour)} ${minutes(minute, cardinal)}`;
  },
  // 1990-luvulla, 20-vuotias
  own: () => [
    compoundReading(
      '(?:luvu|luku|vuotia|vuoti|kertai|henki|tuntis|päiväi|prosentti)\\p{Ll}{0,8}',
      (figures, word) => cardinal(figures) + word,
    ),
  ],
};
