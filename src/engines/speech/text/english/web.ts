import type { Reading } from '../token.ts';
import { cardinal } from './number-words.ts';

const TLD =
  'com|org|net|edu|gov|io|ai|app|dev|co|uk|us|eu|de|fr|es|it|info|biz|me|tv|ca|au|in|br|ch|nl|tech|cloud|xyz|example';
const SPELLED_LABELS = /^(io|ai|uk|us|eu|de|fr|es|it|tv|ca|au|br|ch|nl|api|www|html|php|pdf|id)$/iu;

const URL_PATTERN = new RegExp(
  `(?:https?://|www\\.)[^\\s<>()"]+[^\\s<>()".,;:!?'’]|(?:[\\p{L}\\p{N}-]+\\.)+(?:${TLD})(?:/[^\\s<>()"]*[^\\s<>()".,;:!?'’])?(?![\\p{L}\\p{N}])`,
  'uy',
);
const EMAIL = /[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/uy;
const HANDLE = /@([\p{L}\p{N}_.]*[\p{L}\p{N}_])/uy;
const HASHTAG = /#(\p{L}[\p{L}\p{N}_]*)/uy;

export const WEB_READINGS: Reading[] = [
  {
    pattern: EMAIL,
    read: (m) => {
      const [local = '', host = ''] = m[0].split('@');
      return `${joined(local)} at ${joined(host)}`;
    },
  },
  { pattern: URL_PATTERN, read: (m) => address(m[0]) },
  { pattern: HANDLE, read: (m) => `at ${joined(m[1] ?? '')}` },
  { pattern: HASHTAG, read: (m) => `hashtag ${words(m[1] ?? '')}` },
];

/** The scheme, "www" and the query are not said: nobody types them from hearing. */
function address(url: string): string {
  const bare = url.replace(/^https?:\/\//iu, '').replace(/^www\./iu, '');
  const [place = ''] = bare.split(/[?#]/u);
  return place.replace(/\/$/u, '').split('/').map(joined).join(' slash ');
}

function joined(name: string): string {
  return name
    .split(/([._+-])/u)
    .map((part) => SEPARATORS[part] ?? label(part))
    .filter((part) => part !== '')
    .join(' ');
}

const SEPARATORS: Record<string, string> = { '.': 'dot', _: 'underscore', '-': 'dash', '+': 'plus' };

function label(part: string): string {
  if (SPELLED_LABELS.test(part)) return [...part.toUpperCase()].join(' ');
  return part.replaceAll(/\d+/gu, (figures) => ` ${cardinal(figures)} `).trim();
}

/** OpenSource2026 → open source 2026 */
function words(tag: string): string {
  return tag
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d+)/gu, (_, letter: string, figures: string) => `${letter} ${cardinal(figures)}`)
    .toLowerCase();
}
