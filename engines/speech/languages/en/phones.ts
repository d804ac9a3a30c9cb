import { type Reading, wordBefore } from '../../grammar/reading.ts';
import { digits } from './number-words.ts';

export const PHONE_READINGS: Reading[] = [
  // +1 (555) 123-4567, 555-123-4567, (020) 7946 0018
  {
    starts: /[+(\d]/u,
    pattern: /(\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{3}[ .-])\d{3,4}[ .-]\d{3,4}(?![\p{L}\p{N}])/uy,
    read: (m) => phone(m[0]),
  },
  { starts: /\+/u, pattern: /\+\d{1,3}(?:[ .-]?\d{2,4}){2,5}(?![\p{L}\p{N}])/uy, read: (m) => phone(m[0]) },
  { starts: /\d/u, pattern: /\d{3}-\d{4}(?![\p{L}\p{N}]|-\d)/uy, read: (m) => phone(m[0]) },
  // Call 911
  {
    starts: /[149]/u,
    pattern: /(?:911|999|112|988|411)(?![\p{L}\p{N}]|[-.,]\d)/uy,
    read: (m, text) =>
      /^(call|calls|called|calling|dial|dials|dialed|dialing|text|phone)$/iu.test(wordBefore(text, m.index))
        ? digits(m[0])
        : null,
  },
];

/** Reads digit by digit, with a short rest between the groups. */
function phone(number: string): string {
  const groups = number.match(/\d+/gu) ?? [];
  return (number.startsWith('+') ? 'plus ' : '') + groups.map(digits).join(', ');
}
