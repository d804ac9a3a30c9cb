import { cardinal, digits } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { notAfter, type Reading } from './reading.ts';

const TLD =
  `com|org|net|edu|gov|io|ai|app|dev|co|info|biz|me|tv|eu|uk|us|ch|at|de|ru|nl|be|pl|ua|id|hu|tr|ro|md|fi|cz|se|cat
  |es|no|dk|sk|hr|gr|cy|vn|kr|fr|it|tech|cloud|xyz|example`.replaceAll(/\s/gu, '');
const REST = `[^\\s<>()"]*[^\\s<>()".,;:!?'’]`;
const URL_PATTERN = new RegExp(
  `(?:https?://|www\\.)${REST}|${notAfter('.-')}(?:[\\p{L}\\p{N}-]{1,63}\\.)+(?:${TLD})(?:[/?#]${REST})?(?![\\p{L}\\p{N}]|\\.\\p{L})`,
  'uy',
);
const EMAIL = new RegExp(
  `(?:mailto:)?${notAfter('._%+-')}[\\p{L}\\p{N}._%+-]+@(?:[\\p{L}\\p{N}-]{1,63}\\.)+\\p{L}{2,}`,
  'uy',
);

/** Addresses are read part by part, without the scheme and "www". */
export function webReadings(grammar: Grammar): Reading[] {
  return [
    {
      starts: /[\p{L}\p{N}]/u,
      pattern: EMAIL,
      read: (m) => spelledOut(m[0].replace(/^mailto:/u, ''), grammar),
    },
    {
      starts: /[\p{L}\p{N}]/u,
      pattern: URL_PATTERN,
      read: (m) =>
        spelledOut(
          m[0]
            .replace(/^https?:\/\//iu, '')
            .replace(/^www\./iu, '')
            .replace(/\/$/u, ''),
          grammar,
        ),
    },
    {
      starts: /@/u,
      pattern: /@([\p{L}\p{N}_.]*[\p{L}\p{N}_])/uy,
      read: (m) => `${grammar.signs['@'] ?? ''} ${spelledOut(m[1] ?? '', grammar)}`,
    },
    {
      starts: /#/u,
      pattern: /#(\p{L}[\p{L}\p{N}_]*)/uy,
      read: (m) =>
        `${grammar.signs['#'] ?? ''} ${part((m[1] ?? '').replaceAll('_', ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), grammar)}`.replaceAll(
          / {2,}/gu,
          ' ',
        ),
    },
  ];
}

function part(text: string, grammar: Grammar): string {
  return text
    .replaceAll(/\d+/gu, (figures) => {
      const spoken =
        figures.length > 4 || /^0./u.test(figures) ? digits(figures, grammar) : cardinal(figures, grammar);
      return ` ${spoken} `;
    })
    .trim();
}

function spelledOut(name: string, grammar: Grammar): string {
  return name
    .split(/([^\p{L}\p{M}\p{N}])/u)
    .map((one) => (/[\p{L}\p{N}]/u.test(one) ? part(one, grammar) : (grammar.signs[one] ?? '')))
    .filter((one) => one.trim() !== '')
    .join(' ');
}
