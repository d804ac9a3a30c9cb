import { CHANGES } from './modifiers.ts';
import type { Word } from './words.ts';

export const MOST_TIMES = 20;
/** "a laser gun, three shots": not a gun. */
const BLOWS = /^(?:shots?|hits?|blows?|rounds?|bursts?|beats?)$/u;

export function timesAt(words: readonly Word[], at: number): number | null {
  const { text = '', stem = '' } = words[at] ?? {};
  const count = /^\d{1,2}$/u.test(text) ? Math.min(Number(text), MOST_TIMES) : CHANGES.get(stem)?.count;
  return count && BLOWS.test(words[at + 1]?.text ?? '') ? count : null;
}

export function secondsAt(words: readonly Word[], at: number): { value: number; words: number } | null {
  const number = words[at]?.text ?? '';
  const unit = words[at + 1]?.text ?? '';
  const joined = /^(\d+(?:\.\d+)?)s(?:ec|econds?)?$/u.exec(number);
  if (joined) return { value: Number(joined[1]), words: 1 };
  if (!/^\d+(?:\.\d+)?$/u.test(number) || !/^s(?:ec|ecs|econds?)?$/u.test(unit)) return null;
  return { value: Number(number), words: 2 };
}
