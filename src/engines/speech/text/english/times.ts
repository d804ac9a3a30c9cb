import { type Reading, surelyEndsSentence } from '../token.ts';
import { cardinal } from './number-words.ts';

const HALF = '(?:\\s?([ap])\\.?\\s?m\\b\\.?)';

export const TIME_READINGS: Reading[] = [
  // 3:05 pm, 17:30, 10:30:45
  {
    pattern: new RegExp(
      `([01]?\\d|2[0-4]):([0-5]\\d)(?::([0-5]\\d)(?:\\.\\d+)?)?${HALF}?(?:Z\\b)?(?![\\d:])`,
      'iuy',
    ),
    read: (m, text) => {
      const [, hour = '', minute = '', second, half] = m;
      const said = clock(hour, minute, half !== undefined) + seconds(second);
      return ending(said, half, m[0], m.index, text);
    },
  },
  // 3 pm, 11am
  {
    pattern: new RegExp(`(1[0-2]|0?[1-9])${HALF}(?![\\p{L}\\p{N}])`, 'iuy'),
    read: (m, text) => ending(cardinal(m[1] ?? ''), m[2], m[0], m.index, text),
  },
];

function clock(hour: string, minute: string, hasHalf: boolean): string {
  const said = cardinal(hour);
  if (minute === '00') {
    if (hasHalf) return said;
    return Number(hour) <= 12 && Number(hour) > 0 ? `${said} o'clock` : `${said} hundred`;
  }
  return `${said} ${Number(minute) < 10 ? 'oh ' : ''}${cardinal(minute)}`;
}

function seconds(second: string | undefined): string {
  if (second === undefined || second === '00') return '';
  return ` and ${cardinal(second)} second${second === '01' ? '' : 's'}`;
}

/** The point of "p.m." is also the full stop when a sentence ends with it. */
function ending(said: string, half: string | undefined, match: string, index: number, text: string) {
  const spoken = half === undefined ? said : `${said} ${half.toUpperCase()} M`;
  const stops = match.endsWith('.') && surelyEndsSentence(text, index + match.length);
  return stops ? { spoken, length: match.length - 1 } : spoken;
}
