import type { Reading } from '../../grammar/reading.ts';
import { isCompass } from './addresses.ts';
import { AMOUNT, decimal, isAttributive, isOne, type Variant } from './number-words.ts';

type Unit = readonly [one: string, many: string];
const s = (one: string): Unit => [one, `${one}s`];

/** Case matters: MB is not mb, and K is not k. */
const UNITS: Record<string, Unit> = {
  nm: s('nanometer'),
  µm: s('micrometer'),
  μm: s('micrometer'),
  mm: s('millimeter'),
  cm: s('centimeter'),
  m: s('meter'),
  km: s('kilometer'),
  mi: s('mile'),
  ft: ['foot', 'feet'],
  yd: s('yard'),
  yds: s('yard'),
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  kph: ['kilometer per hour', 'kilometers per hour'],
  kmh: ['kilometer per hour', 'kilometers per hour'],
  'm/s': ['meter per second', 'meters per second'],
  'm/s²': ['meter per second squared', 'meters per second squared'],
  'm/s^2': ['meter per second squared', 'meters per second squared'],
  mph: ['mile per hour', 'miles per hour'],
  mpg: ['mile per gallon', 'miles per gallon'],
  'm²': ['square meter', 'square meters'],
  m2: ['square meter', 'square meters'],
  'km²': ['square kilometer', 'square kilometers'],
  'm³': ['cubic meter', 'cubic meters'],
  'sq ft': ['square foot', 'square feet'],
  µg: s('microgram'),
  μg: s('microgram'),
  mg: s('milligram'),
  g: s('gram'),
  kg: s('kilogram'),
  kgs: s('kilogram'),
  lb: s('pound'),
  lbs: s('pound'),
  oz: s('ounce'),
  ml: s('milliliter'),
  mL: s('milliliter'),
  cl: s('centiliter'),
  l: s('liter'),
  L: s('liter'),
  gal: s('gallon'),
  ns: s('nanosecond'),
  µs: s('microsecond'),
  μs: s('microsecond'),
  ms: s('millisecond'),
  s: s('second'),
  sec: s('second'),
  secs: s('second'),
  min: s('minute'),
  mins: s('minute'),
  h: s('hour'),
  hr: s('hour'),
  hrs: s('hour'),
  B: s('byte'),
  KB: s('kilobyte'),
  kB: s('kilobyte'),
  MB: s('megabyte'),
  GB: s('gigabyte'),
  TB: s('terabyte'),
  PB: s('petabyte'),
  MiB: s('mebibyte'),
  GiB: s('gibibyte'),
  kbps: ['kilobit per second', 'kilobits per second'],
  Mbps: ['megabit per second', 'megabits per second'],
  Gbps: ['gigabit per second', 'gigabits per second'],
  'MB/s': ['megabyte per second', 'megabytes per second'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  W: s('watt'),
  kW: s('kilowatt'),
  MW: s('megawatt'),
  kWh: s('kilowatt hour'),
  mAh: s('milliamp hour'),
  V: s('volt'),
  kV: s('kilovolt'),
  mA: s('milliamp'),
  Ω: s('ohm'),
  kΩ: s('kilohm'),
  dB: s('decibel'),
  px: s('pixel'),
  dpi: ['dot per inch', 'dots per inch'],
  fps: ['frame per second', 'frames per second'],
  rpm: ['revolution per minute', 'revolutions per minute'],
  cal: s('calorie'),
  kcal: s('kilocalorie'),
  '°C': ['degree Celsius', 'degrees Celsius'],
  '℃': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '℉': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': s('degree'),
  '%': ['percent', 'percent'],
  '‰': ['per mille', 'per mille'],
};

const NAMES = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(/[/^]/gu, '\\$&'))
  .join('|');
const UNIT = `([\\s-]?)(${NAMES})(?![\\p{L}\\p{N}²³/°])`;

export function unitReadings(variant: Variant): Reading[] {
  return [...placeReadings(variant), ...feetWithInches(), ...measures(variant), ...inches()];
}

function feetWithInches(): Reading[] {
  return [
    // 6 ft 2 in
    {
      starts: /\d/u,
      pattern: /(\d+)\s?ft\.?\s(\d{1,2})\s?in(?![\p{L}\p{N}])/uy,
      read: (m) => `${decimal(m[1] ?? '')} ${m[1] === '1' ? 'foot' : 'feet'} ${decimal(m[2] ?? '')} inches`,
    },
  ];
}

function measures(variant: Variant): Reading[] {
  const spoken = (name: string, figures: string): string => UNITS[name]?.[isOne(figures) ? 0 : 1] ?? '';
  return [
    // 5-10 km, 5%–10%
    {
      starts: /[.\d]/u,
      pattern: new RegExp(`${AMOUNT}%?\\s?[-–—]\\s?${AMOUNT}${UNIT}`, 'uy'),
      read: (m) =>
        `${decimal(m[1] ?? '', variant)} to ${decimal(m[2] ?? '', variant)} ${spoken(m[4] ?? '', m[2] ?? '')}`,
    },
    {
      starts: /[-−+.\d]/u,
      pattern: new RegExp(`([-−+])?${AMOUNT}${UNIT}`, 'uy'),
      read: (m, text) => {
        const [, sign, figures = '', gap = '', name = ''] = m;
        const end = m.index + m[0].length;
        // "Gate 22B" is far more common than 22 bytes without a space.
        if ((name === 'B' && gap === '') || isCompass(name, text, end)) return null;
        const prefix = sign === undefined ? '' : sign === '+' ? 'plus ' : 'minus ';
        const describes = gap === '-' || isAttributive(text, m.index, end);
        return `${prefix}${decimal(figures, variant)} ${spoken(name, describes ? '1' : figures)}`;
      },
    },
  ];
}

/** What is written with the signs or the short name that also mean other things. */
function inches(): Reading[] {
  return [
    // 6'2" and 5 ft 10 in
    {
      starts: /\d/u,
      pattern: /(\d)['’′]\s?(\d{1,2})(?:["”″]|'')/uy,
      read: (m) => `${decimal(m[1] ?? '')} foot ${decimal(m[2] ?? '')}`,
    },
    {
      starts: /\d/u,
      pattern: /(\d+(?:\.\d+)?)\s?in\.(?=\s+[a-z])/uy,
      read: (m) => `${decimal(m[1] ?? '')} inches`,
    },
  ];
}

const DIRECTIONS: Record<string, string> = { N: 'north', S: 'south', E: 'east', W: 'west' };

/** 40.7128° N, 40°26′46″N */
function placeReadings(variant: Variant): Reading[] {
  const count = (figures: string, one: string): string =>
    `${decimal(figures, variant)} ${isOne(figures) ? one : `${one}s`}`;
  return [
    {
      starts: /\d/u,
      pattern: /(\d{1,3})°\s?(\d{1,2})['’′](?:\s?(\d{1,2}(?:\.\d+)?)["”″])?\s?([NSEW])?(?![\p{L}\p{N}])/uy,
      read: (m) => {
        const [, degrees = '', minutes = '', seconds, direction] = m;
        const parts = [count(degrees, 'degree'), count(minutes, 'minute')];
        if (seconds) parts.push(count(seconds, 'second'));
        return parts.join(', ') + (direction ? ` ${DIRECTIONS[direction]}` : '');
      },
    },
    {
      starts: /\d/u,
      pattern: /(\d{1,3}(?:\.\d+)?)°\s?([NSEW])(?![\p{L}\p{N}.])/uy,
      read: (m) => `${count(m[1] ?? '', 'degree')} ${DIRECTIONS[m[2] ?? '']}`,
    },
  ];
}
