import { counted } from './amounts.ts';
import type { Grammar } from './grammar.ts';
import { preceding, type Reading } from './reading.ts';

const HOUR = '([01]?\\d|2[0-4])';
const MINUTE = '([0-5]\\d)';

type ReadClock = (
  m: RegExpExecArray,
  text: string,
  hour?: string,
  minute?: string,
  second?: string,
) => string;

export function timeReadings(grammar: Grammar): Reading[] {
  const { before = '(?!)', after = '(?!)' } = grammar.timeWords ?? {};
  const clock = clockOf(grammar);
  return [
    // 14:30–16:00
    {
      starts: /\d/u,
      pattern: new RegExp(
        `${HOUR}:${MINUTE}\\s?[-–—]\\s?${HOUR}:${MINUTE}(?:${after})?(?![\\p{N}]|:\\d)`,
        'uy',
      ),
      read: (m, text) => `${clock(m, text, m[1], m[2])} ${grammar.to} ${clock(m, text, m[3], m[4])}`,
    },
    // 14:30, 14:30:15
    {
      starts: /\d/u,
      pattern: new RegExp(`${HOUR}:${MINUTE}(?::([0-5]\\d))?(?:${after})?(?![\\p{N}]|:\\d)`, 'uy'),
      read: (m, text) => clock(m, text, m[1], m[2], m[3]),
    },
    // klo 14.30–16.00
    {
      starts: /\d/u,
      pattern: new RegExp(
        `${HOUR}\\.${MINUTE}(?:(?<=(?:${before})\\d{1,2}\\.\\d\\d)\\s?[-–—]\\s?${HOUR}\\.${MINUTE}|\\s?[-–—]\\s?${HOUR}\\.${MINUTE}(?:${after}))(?![\\p{N}]|\\.\\d)`,
        'uy',
      ),
      read: (m, text) =>
        `${clock(m, text, m[1], m[2])} ${grammar.to} ${clock(m, text, m[3] ?? m[5], m[4] ?? m[6])}`,
    },
    // 14.30 Uhr, klo 14.30
    {
      starts: /\d/u,
      pattern: new RegExp(
        `${HOUR}\\.${MINUTE}(?:${after}|(?<=(?:${before})\\d{1,2}\\.\\d\\d))(?![\\p{N}]|\\.\\d)`,
        'uy',
      ),
      read: (m, text) => clock(m, text, m[1], m[2]),
    },
  ];
}

function clockOf(grammar: Grammar): ReadClock {
  return (m, text, hour = '', minute = '', second) => {
    const plain = hour.replace(/^0(?=\d)/u, '');
    const time = grammar.time(plain, minute, preceding(text, m.index));
    const noun = grammar.units.second;
    if (second === undefined || second === '00' || noun === undefined) return time;
    const seconds = { whole: second.replace(/^0/u, ''), fraction: '' };
    return `${time} ${grammar.and} ${counted(seconds, noun, grammar)}`;
  };
}
