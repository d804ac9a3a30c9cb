import { type Reading, surelyEndsSentence } from '../../grammar/reading.ts';
import { cardinal, isOne } from './number-words.ts';

const HALF = '(?:\\s?([ap])\\.?\\s?m\\b\\.?)';

export const TIME_READINGS: Reading[] = [
  // 3:05 pm, 17:30, 10:30:45
  {
    starts: /\d/u,
    pattern: new RegExp(
      `([01]?\\d|2[0-4]):([0-5]\\d)(?::([0-5]\\d)(?:\\.\\d+)?)?${HALF}?(?:Z\\b)?(?![\\d:])`,
      'iuy',
    ),
    read: (m, text) => {
      const [, hour = '', minute = '', second, half] = m;
      const time = clock(hour, minute, half !== undefined) + seconds(second);
      return ending(time, half, m[0], m.index, text);
    },
    // A time may follow the T of a timestamp.
    insideRuns: true,
  },
  // 0900 hours, 1430 hrs
  {
    starts: /[012]/u,
    pattern: /([01]\d|2[0-4])([0-5]\d)(?=\s(?:hours|hrs)(?![\p{L}\p{N}]))/uy,
    read: (m) => {
      const [, hour = '', minute = ''] = m;
      const time = hour.startsWith('0') ? `oh ${cardinal(hour)}` : cardinal(hour);
      return `${time} ${minute === '00' ? 'hundred' : cardinal(minute)}`;
    },
  },
  // 1h 30m
  {
    starts: /\d/u,
    pattern: /(\d{1,3})\s?h(?:rs?)?\s?(\d{1,2})\s?m(?:ins?)?(?![\p{L}\p{N}])/uy,
    read: (m) => `${counted(m[1] ?? '', 'hour')} ${counted(m[2] ?? '', 'minute')}`,
  },
  // 3 pm, 11am
  {
    starts: /\d/u,
    pattern: new RegExp(`(1[0-2]|0?[1-9])${HALF}(?![\\p{L}\\p{N}])`, 'iuy'),
    read: (m, text) => ending(cardinal(m[1] ?? ''), m[2], m[0], m.index, text),
  },
];

function clock(hour: string, minute: string, hasHalf: boolean): string {
  const time = cardinal(hour);
  if (minute === '00') {
    if (hasHalf) return time;
    return Number(hour) <= 12 && Number(hour) > 0 ? `${time} o'clock` : `${time} hundred`;
  }
  return `${time} ${Number(minute) < 10 ? 'oh ' : ''}${cardinal(minute)}`;
}

function seconds(second: string | undefined): string {
  if (second === undefined || second === '00') return '';
  return ` and ${cardinal(second)} second${second === '01' ? '' : 's'}`;
}

function counted(figures: string, one: string): string {
  return `${cardinal(figures)} ${one}${isOne(figures) ? '' : 's'}`;
}

/** The point of "p.m." is also the full stop of a sentence that ends with it. */
function ending(time: string, half: string | undefined, match: string, index: number, text: string) {
  const spoken = half === undefined ? time : `${time} ${half.toUpperCase()} M`;
  const stops = match.endsWith('.') && surelyEndsSentence(text, index + match.length);
  return stops ? { spoken, length: match.length - 1 } : spoken;
}
