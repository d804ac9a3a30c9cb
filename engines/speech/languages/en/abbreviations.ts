import {
  endsSentence,
  following,
  type Reading,
  type Spoken,
  surelyEndsSentence,
  wordBefore,
} from '../../grammar/reading.ts';

/** Used before a name or a number; these never end a sentence. */
const TITLES: Record<string, string> = {
  Mr: 'Mister',
  Mrs: 'Missus',
  Ms: 'Miz',
  Prof: 'Professor',
  Gov: 'Governor',
  Sen: 'Senator',
  Rep: 'Representative',
  Gen: 'General',
  Col: 'Colonel',
  Capt: 'Captain',
  Lt: 'Lieutenant',
  Sgt: 'Sergeant',
  Cpl: 'Corporal',
  Rev: 'Reverend',
  Hon: 'Honorable',
  Pres: 'President',
  Supt: 'Superintendent',
  Mt: 'Mount',
  Ft: 'Fort',
};

/** Used anywhere. Their point is also the full stop if the sentence ends there. */
const ANYWHERE: Record<string, string> = {
  etc: 'et cetera',
  vs: 'versus',
  approx: 'approximately',
  dept: 'department',
  Dept: 'Department',
  est: 'established',
  Inc: 'Incorporated',
  Ltd: 'Limited',
  Corp: 'Corporation',
  Co: 'Company',
  Bros: 'Brothers',
  Jr: 'Junior',
  Sr: 'Senior',
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Rd: 'Road',
  Hwy: 'Highway',
  Pkwy: 'Parkway',
  Apt: 'Apartment',
  Jan: 'January',
  Feb: 'February',
  Mar: 'March',
  Apr: 'April',
  Jun: 'June',
  Jul: 'July',
  Aug: 'August',
  Sep: 'September',
  Sept: 'September',
  Oct: 'October',
  Nov: 'November',
  Dec: 'December',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Tues: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Thurs: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
  cf: 'compare',
  misc: 'miscellaneous',
  tel: 'telephone',
  ext: 'extension',
  max: 'maximum',
  min: 'minimum',
  avg: 'average',
  temp: 'temperature',
  govt: 'government',
  assn: 'association',
  Univ: 'University',
};

/** These are read only before a number: "No. 5", "pp. 3", "Vol. II". */
const BEFORE_NUMBERS: Record<string, string> = {
  no: 'number',
  nos: 'numbers',
  p: 'page',
  pp: 'pages',
  vol: 'volume',
  fig: 'figure',
  figs: 'figures',
  ch: 'chapter',
  sec: 'section',
  art: 'article',
  eq: 'equation',
  ed: 'edition',
  approx: 'approximately',
  est: 'established',
  ext: 'extension',
  tel: 'telephone',
  max: 'maximum',
  min: 'minimum',
  avg: 'average',
  apt: 'apartment',
};

const DOTTED: Record<string, string> = {
  'e.g.': 'for example',
  'i.e.': 'that is',
  'a.k.a.': 'also known as',
  'a.m.': 'A M',
  'p.m.': 'P M',
  'Ph.D.': 'P H D',
  'c.': 'circa',
};

export const ABBREVIATION_READINGS: Reading[] = [
  {
    starts: /[eiapEIAP]/u,
    pattern: /e\.\s?g\.|i\.\s?e\.|a\.k\.a\.|[ap]\.m\.|Ph\.\s?D\./iuy,
    read: (m, text) => {
      const key = Object.keys(DOTTED).find((k) => k.toLowerCase() === m[0].replace(/\s/u, '').toLowerCase());
      return key ? keepingFullStop(DOTTED[key] ?? '', m, text) : null;
    },
  },
  // c. 1850
  { starts: /c/u, pattern: /ca?\.\s?(?=\d)/uy, read: () => 'circa' },
  { starts: /[nN]/u, pattern: /n\/a\b/iuy, read: () => 'N A' },
  { starts: /w/u, pattern: /w\/o\b/uy, read: () => 'without' },
  { starts: /w/u, pattern: /w\/(?=\s?\p{L})/uy, read: () => 'with' },
  // U.S., B.A., J. K.: letters with points are spelled out.
  {
    starts: /\p{Lu}/u,
    pattern: /(?:\p{Lu}\.){2,}/uy,
    read: (m, text) => keepingFullStop(m[0].replaceAll('.', ' ').trim(), m, text),
  },
  {
    starts: /\p{Lu}/u,
    pattern: /(\p{Lu})\.(?=\s?\p{Lu}(?:\.|\p{Ll}))/uy,
    read: (m, text) => (surelyEndsSentence(text, m.index + 2) ? null : (m[1] ?? '')),
  },
  { starts: /M/u, pattern: /(Mr|Mrs|Ms)\./uy, read: (m) => TITLES[m[1] ?? ''] ?? null },
  {
    starts: /\p{L}/u,
    pattern: /(\p{L}{1,6})\.\s?(?=\d|[IVXLC]+\b)/uy,
    read: (m, text) => {
      // "No. I will not."
      if (/^no/iu.test(m[0]) && !/\d/u.test(text[m.index + m[0].length] ?? '')) return null;
      const spoken = BEFORE_NUMBERS[(m[1] ?? '').toLowerCase()];
      return spoken && /^\p{Lu}/u.test(m[0]) ? spoken[0]?.toUpperCase() + spoken.slice(1) : (spoken ?? null);
    },
  },
  { starts: /S/u, pattern: /St\./uy, read: (m, text) => streetOrSaint(m, text) },
  {
    starts: /D/u,
    pattern: /Dr\./uy,
    read: (m, text) => (isStreetName(m, text) ? keepingFullStop('Drive', m, text) : 'Doctor'),
  },
  {
    starts: /\p{L}/u,
    pattern: /(\p{L}{1,8})\.(?=[\s,;:)]|$)/uy,
    read: (m, text) => {
      const title = TITLES[m[1] ?? ''];
      if (title && /^\s+["“]?[\p{Lu}\d]/u.test(following(text, m.index + m[0].length))) return title;
      const spoken = ANYWHERE[m[1] ?? ''];
      return spoken && !isPlainWord(m, text) ? keepingFullStop(spoken, m, text) : null;
    },
  },
  {
    starts: /[DMP]/u,
    pattern: /(Dr|Mr|Mrs|Ms|Prof)(?=\s\p{Lu})/uy,
    read: (m) => (m[1] === 'Dr' ? 'Doctor' : (TITLES[m[1] ?? ''] ?? null)),
  },
  {
    starts: /a/u,
    pattern: /al\.(?=[\s,;:)]|$)/uy,
    read: (m, text) => (wordBefore(text, m.index) === 'et' ? keepingFullStop('al', m, text) : null),
  },
  { starts: /v/u, pattern: /vs(?=\s)/uy, read: () => 'versus' },
];

/** "He sat." and "the sun." are words; the short forms of days and months stand before a figure or a capital. */
function isPlainWord(match: RegExpExecArray, text: string): boolean {
  if (!/^(Sun|Sat|Mar|Mon|Wed|Co|max|min|temp|ext|est)$/u.test(match[1] ?? '')) return false;
  return !/^,?\s*(\d|\p{Lu})/u.test(following(text, match.index + match[0].length));
}

/** A capital after these is more often a name than a new sentence. */
const NAMED_AFTER = /^(\p{Lu}\.|[ap]\.m|Inc|Ltd|Corp|Co|Jr|Sr|Ph|vs|Ave|Blvd|Rd)/u;

function keepingFullStop(spoken: string, match: RegExpExecArray, text: string): Spoken {
  const end = match.index + match[0].length;
  const ends =
    match[0].endsWith('.') && (NAMED_AFTER.test(match[0]) ? surelyEndsSentence : endsSentence)(text, end);
  return ends ? { spoken, length: match[0].length - 1 } : spoken;
}

/** "St." means street after a name and not before one: "Main St. is closed"; else "St. Paul". */
function isStreetName(match: RegExpExecArray, text: string): boolean {
  const before = wordBefore(text, match.index);
  const end = match.index + match[0].length;
  if (!/^\p{Lu}|\d(st|nd|rd|th)$/u.test(before)) return false;
  return surelyEndsSentence(text, end) || !/^\s+\p{Lu}\p{Ll}/u.test(following(text, end));
}

function streetOrSaint(match: RegExpExecArray, text: string): Spoken {
  return isStreetName(match, text) ? keepingFullStop('Street', match, text) : 'Saint';
}
