import { notAfter, preceding, type Reading } from '../../grammar/reading.ts';
import { cardinal, digits } from './number-words.ts';

const ELEMENT =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Ag|Cd|Sn|Sb|Te|Xe|Ba|Pt|Au|Hg|Pb|Bi|Ra|[HBCNOFPSKVYIWU]';
const FORMULA = new RegExp(`(?=[A-Z]\\p{L}*\\d)(?:(?:${ELEMENT})\\d{0,2}){2,}(?![\\p{L}\\p{N}])`, 'uy');

export const CODE_READINGS: Reading[] = [
  // 978-3-16-148410-0, 123-45-6789: digit by digit, with a short rest between the groups.
  {
    starts: /\d/u,
    pattern: new RegExp(`${notAfter('-')}\\d{1,6}(?:-\\d{1,7}){2,}(?![\\p{L}\\p{N}]|-\\d)`, 'uy'),
    read: (m) => m[0].split('-').map(digits).join(', '),
  },
  // 10.0.0.1:8080, 10.0.0.0/8
  {
    starts: /\d/u,
    pattern: /(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{2,5})|\/(\d{1,2}))(?![\p{N}./:])/uy,
    read: (m) => {
      const [, address = '', port, prefix] = m;
      const spoken = address.split('.').map((part) => cardinal(part));
      return `${spoken.join(' dot ')}${port ? `, colon ${digits(port)}` : ` slash ${cardinal(prefix ?? '')}`}`;
    },
  },
  // H2O, C6H12O6
  {
    starts: /[A-Z]/u,
    pattern: FORMULA,
    read: (m) =>
      (m[0].match(/[A-Z]|[a-z]|\d+/gu) ?? [])
        .map((part) => (/\d/u.test(part) ? cardinal(part) : part.toUpperCase()))
        .join(' '),
  },
  // Serial no. 12345, order #48213, PIN 4711
  {
    starts: /\d/u,
    pattern: /\d{4,}(?![\p{L}\p{N}]|[.,:/-]\d)/uy,
    read: (m, text) => (NUMBERED.test(preceding(text, m.index)) ? digits(m[0]) : null),
  },
  // x86, x86-64
  {
    starts: /[xX]/u,
    pattern: /x86(?:[-_]64)?(?![\p{L}\p{N}])/iuy,
    read: (m) => `X eighty-six${m[0].length > 3 ? ' sixty-four' : ''}`,
  },
];

/** Words before a number that identifies rather than counts. "Order" alone is not enough: "order 1500 units". */
const NUMBERED =
  /\b(?:(?:serial|pin|passcode|password|code|zip|tracking|confirmation)\s(?:(?:no\.|number|code|is)\s)?#?|(?:order|ticket|case|invoice|account|reference|ref|part|model|policy|member)\s(?:(?:no\.|number|id)\s#?|#))$/iu;
