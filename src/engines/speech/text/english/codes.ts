import type { Reading } from '../token.ts';
import { cardinal, digits } from './number-words.ts';

const ELEMENT =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Ag|Cd|Sn|Sb|Te|Xe|Ba|Pt|Au|Hg|Pb|Bi|Ra|[HBCNOFPSKVYIWU]';
const FORMULA = new RegExp(`(?=[A-Z]\\p{L}*\\d)(?:(?:${ELEMENT})\\d{0,2}){2,}(?![\\p{L}\\p{N}])`, 'uy');

export const CODE_READINGS: Reading[] = [
  // 978-3-16-148410-0, 123-45-6789: figure by figure, with a breath between the groups.
  {
    pattern: /\d{1,6}(?:-\d{1,7}){2,}(?![\p{L}\p{N}]|-\d)/uy,
    read: (m) => m[0].split('-').map(digits).join(', '),
  },
  // 10.0.0.1:8080, 10.0.0.0/8
  {
    pattern: /(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{2,5})|\/(\d{1,2}))(?![\p{N}./:])/uy,
    read: (m) => {
      const [, address = '', port, prefix] = m;
      const said = address.split('.').map((part) => cardinal(part));
      return `${said.join(' dot ')}${port ? `, colon ${digits(port)}` : ` slash ${cardinal(prefix ?? '')}`}`;
    },
  },
  // H2O, C6H12O6
  {
    pattern: FORMULA,
    read: (m) =>
      (m[0].match(/[A-Z]|[a-z]|\d+/gu) ?? [])
        .map((part) => (/\d/u.test(part) ? cardinal(part) : part.toUpperCase()))
        .join(' '),
  },
];
