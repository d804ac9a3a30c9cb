import { amountPattern, counted, isSign, oneOf, parseAmount, spokenAmount } from './amounts.ts';
import type { Grammar, Noun, Pattern } from './grammar.ts';
import { parseNoun } from './number-words.ts';
import { spokenRange } from './ranges.ts';
import { preceding, type Reading } from './reading.ts';
import { keepingFullStop } from './sentence-ends.ts';

const BASES: Record<string, string> = {
  m: 'meter',
  g: 'gram',
  l: 'liter',
  L: 'liter',
  B: 'byte',
  b: 'bit',
  bit: 'bit',
  Hz: 'hertz',
  W: 'watt',
  Wh: 'watt-hour',
  V: 'volt',
  A: 'ampere',
  J: 'joule',
  s: 'second',
  cal: 'calorie',
  t: 'ton',
  Pa: 'pascal',
};
const PREFIXES: Record<string, string> = {
  n: 'nano',
  µ: 'micro',
  μ: 'micro',
  m: 'milli',
  c: 'centi',
  d: 'deci',
  h: 'hecto',
  k: 'kilo',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
};
/** Symbols of prefixed units that are in use. The others would only collide with words. */
const PREFIXED =
  `nm µm μm mm cm dm km µg μg mg kg ml mL cl dl hl kB KB MB GB TB kbit Mbit Gbit kHz MHz GHz mW kW MW GW
  TWh GWh MWh kWh kV mV mA kJ MJ ns µs μs ms kcal hPa kPa MPa`.split(/\s+/u);
const NAMED: Record<string, string> = {
  min: 'minute',
  h: 'hour',
  ha: 'hectare',
  '°C': 'celsius',
  '℃': 'celsius',
  '°F': 'fahrenheit',
  '°': 'degree',
  '%': 'percent',
  '‰': 'permille',
  dB: 'decibel',
  px: 'pixel',
};
const DIVIDED = ['km/h', 'm/s', 'Mbit/s', 'Gbit/s', 'kbit/s', 'MB/s', 'GB/s', 'l/h', 'mg/l', 'g/l'];
const POWERS = ['mm', 'cm', 'm', 'km'];

/** The unit's forms with each one put into the pattern's form: `Quadratmeter`. */
function patterned(noun: Noun, pattern: Pattern): Noun {
  const forms = noun.slice(2).split('/');
  const patterns = pattern.split('/');
  const length = Math.max(forms.length, patterns.length);
  const made = Array.from({ length }, (_, i) => {
    const form = forms[Math.min(i, forms.length - 1)] ?? '';
    const around = patterns[Math.min(i, patterns.length - 1)] ?? '';
    // A joined noun loses its capital.
    return around.replace('*', /\p{L}\*/u.test(around) ? form.toLowerCase() : form);
  });
  return `${noun.slice(0, 2)}${made.join('/')}`;
}

/** Million and so on, by each of the ways to write them. */
export function scaleNouns({ scales }: Grammar): [name: string, noun: Noun][] {
  return Object.entries(scales).flatMap(([names, noun]) =>
    names.split('|').map((name): [string, Noun] => [name, noun]),
  );
}

/** The noun of every symbol that this language has words for. */
export function unitNouns(grammar: Grammar) {
  const { units, prefixes, square, cubic, per, unitSymbols = {} } = grammar;
  const nouns = new Map<string, Noun>();
  const add = (symbol: string, noun: Noun | undefined): void => {
    if (noun !== undefined) nouns.set(symbol, noun);
  };
  for (const [symbol, name] of Object.entries({ ...BASES, ...NAMED })) add(symbol, units[name]);
  for (const symbol of PREFIXED) {
    const prefix = prefixes[PREFIXES[symbol[0] ?? ''] ?? ''];
    const base = units[BASES[symbol.slice(1)] ?? ''];
    if (prefix !== undefined && base !== undefined) add(symbol, patterned(base, `${prefix}*`));
  }
  // A unit that a language names by its symbol replaces the one composed of prefix and base.
  for (const [symbol, noun] of Object.entries(units)) if (!/^[a-z-]{4,}$/u.test(symbol)) add(symbol, noun);
  for (const symbol of POWERS) {
    const noun = nouns.get(symbol);
    if (noun === undefined) continue;
    for (const two of ['²', '2', '^2'])
      if (!nouns.has(symbol + two)) add(symbol + two, patterned(noun, square));
    for (const three of ['³', '3', '^3'])
      if (!nouns.has(symbol + three)) add(symbol + three, patterned(noun, cubic));
  }
  for (const symbol of DIVIDED) {
    const [top = '', bottom = ''] = symbol.split('/');
    const noun = nouns.get(top);
    const phrase = per[bottom];
    if (!nouns.has(symbol) && noun !== undefined && phrase !== undefined)
      add(symbol, patterned(noun, phrase.includes('*') ? phrase : `* ${phrase}`));
  }
  for (const [symbol, same] of Object.entries(unitSymbols)) {
    if (same === '') nouns.delete(symbol);
    else add(symbol, nouns.get(same) ?? units[same]);
  }
  for (const [name, noun] of scaleNouns(grammar)) add(name, noun);
  return nouns;
}

export function unitReadings(grammar: Grammar): Reading[] {
  const nouns = unitNouns(grammar);
  const amount = amountPattern(grammar);
  const symbols = [...nouns.keys()];
  const letter = symbols.filter((one) => /^\p{L}$/u.test(one));
  const others = symbols.filter((one) => !letter.includes(one));
  // A single letter before a hyphen or an apostrophe is part of a word.
  const unit = `\\s?(?:(${oneOf(others)})|(${oneOf(letter)})${grammar.suffix ? '' : "(?![-'’])"})(?![\\p{L}\\p{N}²³/°^])`;
  return [
    // 10–12 km, 5 % – 10 %
    {
      starts: /\d/u,
      pattern: new RegExp(`${amount}(?:\\s?[%°])?\\s?[-–—]\\s?${amount}${unit}`, 'uy'),
      read: (m, text) => {
        const [, from = '', to = '', long, short] = m;
        const noun = nouns.get(long ?? short ?? '') ?? '';
        const { gender } = parseNoun(noun);
        const words = spokenRange(from, to, { gender, before: preceding(text, m.index) }, grammar);
        return counted(parseAmount(to, grammar), noun, grammar, { words });
      },
    },
    // 5 km, -3 °C
    {
      starts: /[-−–+±\d]/u,
      pattern: new RegExp(`([-−–+±])?${amount}${unit}`, 'uy'),
      read: (m, text) => {
        const [, sign, figures = '', long, short] = m;
        const before = preceding(text, m.index);
        if (sign !== undefined && !isSign(text, m.index)) return null;
        const noun = nouns.get(long ?? short ?? '') ?? '';
        const spoken =
          signed(sign, grammar) + counted(parseAmount(figures, grammar), noun, grammar, { before });
        return keepingFullStop(spoken, m, text, grammar);
      },
    },
    // 3 × 4 m: both numbers belong to the unit.
    {
      starts: /\d/u,
      pattern: new RegExp(`${amount}\\s?[x×]\\s?(?=${amount}${unit})`, 'uy'),
      read: (m) => {
        const [, figures = ''] = m;
        const first = spokenAmount(parseAmount(figures, grammar), grammar);
        return `${first} ${grammar.signs['×'] ?? ''}`;
      },
    },
  ];
}

export function signed(sign: string | undefined, { minus, plus, signs }: Grammar): string {
  if (sign === undefined) return '';
  return `${sign === '+' ? plus : sign === '±' ? (signs['±'] ?? plus) : minus} `;
}
