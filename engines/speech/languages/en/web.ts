import { notAfter, type Reading } from '../../grammar/reading.ts';
import { cardinal, digits, year } from './number-words.ts';

const TLD =
  'com|org|net|edu|gov|io|ai|app|dev|co|uk|us|eu|de|fr|es|it|info|biz|me|tv|ca|au|in|br|ch|nl|tech|cloud|xyz|example';
const SPELLED_LABELS = /^(io|ai|uk|us|eu|de|fr|es|it|tv|ca|au|br|ch|nl|api|www|html|php|pdf|id)$/iu;

const REST = `[^\\s<>()"]*[^\\s<>()".,;:!?'’]`;
const URL_PATTERN = new RegExp(
  `(?:https?://|www\\.)${REST}|${notAfter('.-')}(?:[\\p{L}\\p{N}-]{1,63}\\.)+(?:${TLD})(?:[/?#]${REST})?(?![\\p{L}\\p{N}])`,
  'uy',
);
const EMAIL = new RegExp(
  `(?:mailto:)?${notAfter('._%+-')}[\\p{L}\\p{N}._%+-]+@(?:[\\p{L}\\p{N}-]{1,63}\\.)+\\p{L}{2,}`,
  'uy',
);
const HANDLE = /@([\p{L}\p{N}_.]*[\p{L}\p{N}_])/uy;
const HASHTAG = /#(\p{L}[\p{L}\p{N}_]*)/uy;

export const WEB_READINGS: Reading[] = [
  {
    starts: /[\p{L}\p{N}]/u,
    pattern: EMAIL,
    read: (m) => spelledOut(m[0].replace(/^mailto:/u, '')),
  },
  { starts: /[\p{L}\p{N}]/u, pattern: URL_PATTERN, read: (m) => address(m[0]) },
  { starts: /@/u, pattern: HANDLE, read: (m) => `at ${spelledOut(m[1] ?? '')}` },
  { starts: /#/u, pattern: HASHTAG, read: (m) => `hashtag ${hashtagWords(m[1] ?? '')}` },
];

/** Listeners do not need the scheme or "www", so they are not spoken. */
function address(url: string): string {
  const bare = url.replace(/^https?:\/\//iu, '').replace(/^www\./iu, '');
  const withPort = bare.replace(/:(\d{2,5})(?=[/?#]|$)/u, (_, port: string) => `: ${digits(port)} `);
  return spelledOut(withPort.replace(/\/(?=[?#]|$)/u, ''));
}

const SEPARATORS: Record<string, string> = {
  '.': 'dot',
  _: 'underscore',
  '-': 'dash',
  '+': 'plus',
  '/': 'slash',
  ':': 'colon',
  '?': 'question mark',
  '&': 'and',
  '=': 'equals',
  '#': 'hash',
  '@': 'at',
  '%': 'percent',
  '~': 'tilde',
  ',': 'comma',
  ';': 'semicolon',
};

function spelledOut(name: string): string {
  return name
    .split(/([^\p{L}\p{M}\p{N}])/u)
    .map((part) => SEPARATORS[part] ?? label(part))
    .filter((part) => part.trim() !== '')
    .join(' ');
}

function label(part: string): string {
  if (SPELLED_LABELS.test(part)) return [...part.toUpperCase()].join(' ');
  return withFigures(part);
}

/** user42 → user forty-two, throwback2024 → throwback twenty twenty-four */
export function withFigures(part: string): string {
  return part.replaceAll(/\d+/gu, (figures) => ` ${figuresInName(figures)} `).trim();
}

function figuresInName(figures: string): string {
  if (/^(?:1[89]|20)\d\d$/u.test(figures)) return year(figures);
  return figures.length > 4 || /^0./u.test(figures) ? digits(figures) : cardinal(figures);
}

/** OpenSource2026 → open source twenty twenty-six */
function hashtagWords(tag: string): string {
  return withFigures(tag.replaceAll('_', ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/ {2,}/gu, ' ')
    .toLowerCase();
}
