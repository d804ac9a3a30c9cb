import type { Reading } from '../token.ts';
import { digits } from './number-words.ts';

export const PHONE_READINGS: Reading[] = [
  // +1 (555) 123-4567, 555-123-4567, (020) 7946 0018
  {
    pattern: /(\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{3}[ .-])\d{3,4}[ .-]\d{3,4}(?![\p{L}\p{N}])/uy,
    read: (m) => phone(m[0]),
  },
  { pattern: /\+\d{1,3}(?:[ .-]?\d{2,4}){2,5}(?![\p{L}\p{N}])/uy, read: (m) => phone(m[0]) },
  { pattern: /\d{3}-\d{4}(?![\p{L}\p{N}]|-\d)/uy, read: (m) => phone(m[0]) },
];

/** Figure by figure, with a breath between the groups. */
function phone(number: string): string {
  const groups = number.match(/\d+/gu) ?? [];
  return (number.startsWith('+') ? 'plus ' : '') + groups.map(digits).join(', ');
}
