import { following, type Reading } from '../../grammar/reading.ts';
import { decimal, inPairs } from './number-words.ts';

/** Spoken as words although written in capitals. */
const AS_WORDS = new Set(
  `NASA NATO UNESCO UNICEF OPEC AIDS FIFA UEFA NAFTA ASEAN COVID SARS MERS RAM ROM SIM PIN GIF LAN WAN RAID BIOS DOS
  JSON YAML REST CRUD ASCII CAPTCHA SWAT IKEA LEGO YOLO POTUS SCOTUS FEMA OSHA HIPAA NORAD DARPA ICANN NASDAQ RADAR
  LASER SONAR SCUBA TASER TED NIMBY GUI SAAS CRISPR ZIP MIDI LIDAR VAT TOEFL NOAA CUDA`.split(/\s+/u),
);

/** Short words that people put in capitals for emphasis. */
const EMPHASIS = new Set(
  `A I AM AN AND ARE AS AT BE BIG BUT BY CAN DAY DO FOR FREE FROM GET GO GOOD HAS HAVE HE HER HERE HIM HIS HOW IF IN IS
  IT ITS JUST KEEP LIKE LOVE MAY ME MORE MUST MY NEVER NEW NO NOT NOW OF OH OK OLD ON ONE ONLY OR OUR OUT PLEASE READ
  SAY SEE SHE SO STOP THAT THE THEM THEN THERE THEY THIS TO TOP TWO UP VERY WAIT WANT WARN WAS WE WELL WERE WHAT WHEN
  WHERE WHO WHY WILL WITH YES YET YOU YOUR ALL ALWAYS ANY HELP HI HEY WOW END MIX DID LID DIM MILD CIVIL VIVID NOTE TODAY BACK DOWN OFF OVER SALE`.split(
    /\s+/u,
  ),
);

const VOWEL = /[AEIOUY]/u;
/** Longer runs of capitals are shouted words, unless they are unpronounceable. */
const MAX_SPELLED = 4;

export const ACRONYM_READINGS: Reading[] = [
  // APIs, the FBI's, PhDs
  {
    starts: /\p{Lu}/u,
    pattern: /(\p{Lu}{2,5})(['’]?s)(?![\p{L}\p{N}])/uy,
    read: (m) => {
      const letters = m[1] ?? '';
      if (AS_WORDS.has(letters)) return `${capitalised(letters)}${m[2]}`.replace('’', "'");
      return isSpelled(letters) ? `${spelled(letters)}'s` : null;
    },
  },
  // GPT-4, COVID-19, MP3, B2B, A380
  {
    starts: /\p{Lu}/u,
    pattern: /(\p{Lu}{1,5})-?(\d{1,4}(?:\.\d)?)(\p{Lu}{0,2})(?![\p{L}\p{N}])/uy,
    read: (m) => {
      const [, letters = '', figures = '', tail = ''] = m;
      const head = AS_WORDS.has(letters) ? capitalised(letters) : spelled(letters);
      return [head, number(figures), spelled(tail)].filter(Boolean).join(' ');
    },
  },
  // 4K, 3D, 5G, 1080p, 10x
  {
    starts: /\d/u,
    pattern: /(\d{1,4}(?:\.\d+)?)(\p{Lu}{1,2}|[px])(?![\p{L}\p{N}])/uy,
    read: (m) => `${number(m[1] ?? '')} ${spelled((m[2] ?? '').toUpperCase())}`,
  },
  {
    starts: /\p{Lu}/u,
    pattern: /(\p{Lu}{2,})(?![\p{L}\p{N}])/uy,
    read: (m, text) => {
      const letters = m[0];
      if (AS_WORDS.has(letters)) return capitalised(letters);
      if (EMPHASIS.has(letters) || !isSpelled(letters) || amongShouting(m, text))
        return letters.toLowerCase();
      return spelled(letters);
    },
  },
];

function number(figures: string): string {
  return figures.includes('.') ? decimal(figures) : inPairs(figures);
}

function isSpelled(letters: string): boolean {
  return letters.length <= MAX_SPELLED || !VOWEL.test(letters);
}

function spelled(letters: string): string {
  return [...letters].join(' ');
}

function capitalised(letters: string): string {
  return letters[0] + letters.slice(1).toLowerCase();
}

/** Among shouted words, anything that could be a word is not an acronym. */
function amongShouting(match: RegExpExecArray, text: string): boolean {
  if (!VOWEL.test(match[0])) return false;
  const before = /(\p{Lu}{3,})\P{L}+$/u.exec(text.slice(Math.max(0, match.index - 30), match.index))?.[1];
  const after = /^\P{L}+(\p{Lu}{3,})(?!\p{L})/u.exec(following(text, match.index + match[0].length))?.[1];
  return [before, after].some((word) => word !== undefined && (EMPHASIS.has(word) || word.length > 5));
}
