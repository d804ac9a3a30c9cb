import { following, preceding, type Reading, wordBefore } from '../../grammar/reading.ts';
import { digits, inPairs } from './number-words.ts';

const STREET_TYPES =
  'St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Ct|Court|Pl|Place|Sq|Square|Ter|Terrace|Way|Hwy|Highway|Pkwy|Parkway|Row|Close|Crescent';
const NAME = "(?:\\p{Lu}[\\p{L}'’]{0,20}\\.?|\\d{1,3}(?:st|nd|rd|th))";
const HOUSE = new RegExp(
  `(\\d{1,4})(\\p{Lu})?(?=(?:\\s${NAME}){1,3}?\\s(?:${STREET_TYPES})(?![\\p{L}\\p{N}]))`,
  'uy',
);
const AFTER_STREET = new RegExp(`(?:^|\\s)(?:${STREET_TYPES})\\.?,?\\s$`, 'u');
/** Rooms, routes and aircraft have numbers that are read in pairs. */
const NUMBERED =
  /^(room|suite|apt\.?|apartment|unit|flight|route|highway|hwy\.?|bus|boeing|airbus|channel|studio|ward)$/iu;

const COMPASS: Record<string, string> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
};
const STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'D C',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

export const ADDRESS_READINGS: Reading[] = [
  // 221B Baker St., 1600 Pennsylvania Ave.
  {
    starts: /\d/u,
    pattern: HOUSE,
    read: (m) => [inPairs(m[1] ?? ''), m[2]].filter(Boolean).join(' '),
  },
  // Room 101, Boeing 747
  {
    starts: /\d/u,
    pattern: /(\d{3})(\p{Lu})?(?![\p{L}\p{N}]|[-.,:/]\d)/uy,
    read: (m, text) =>
      NUMBERED.test(wordBefore(text, m.index)) ? [inPairs(m[1] ?? ''), m[2]].filter(Boolean).join(' ') : null,
  },
  // CA 90210
  {
    starts: /[A-Z]/u,
    pattern: /([A-Z]{2})\s(\d{5})(?:-(\d{4}))?(?![\p{L}\p{N}])/uy,
    read: (m) => {
      const [, state = '', zip = '', more] = m;
      return STATES[state] ? `${STATES[state]} ${digits(zip)}${more ? `, ${digits(more)}` : ''}` : null;
    },
  },
  // 42 W. 3rd St.
  {
    starts: /[NSEW]/u,
    pattern: /([NSEW])\.(?=\s(?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}\p{Ll}))/uy,
    read: (m, text) => (/\d\s$/u.test(preceding(text, m.index)) ? (COMPASS[m[1] ?? ''] ?? null) : null),
  },
  // Pennsylvania Ave. NW
  {
    starts: /[NS]/u,
    pattern: /([NS][EW])(?![\p{L}\p{N}])/uy,
    read: (m, text) => (AFTER_STREET.test(preceding(text, m.index)) ? (COMPASS[m[1] ?? ''] ?? null) : null),
  },
];

/** "42 W. 3rd St." is not 42 watts. */
export function isCompass(unit: string, text: string, end: number): boolean {
  return (
    COMPASS[unit] !== undefined && /^\.\s(?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}\p{Ll})/u.test(following(text, end))
  );
}
