import type { TimeMark } from '../fit-lines.ts';

/** Less than this is not seen. */
const SAME_SECONDS = 0.001;
/** Each takes about fifty characters of an argument, which may have 128 KiB. */
const MOST_PIECES = 2_000;

/** Whether the result has the times of the original. */
export function isIdentity(marks: readonly TimeMark[]): boolean {
  return marks.every(({ original, result }) => Math.abs(original - result) < SAME_SECONDS);
}

/**
 * The time in the result as an ffmpeg expression of `T`, which is the time in the original less `offset`. It searches by
 * halves, because it is evaluated for each picture.
 */
export function timeExpression(marks: readonly TimeMark[], offset = 0): string {
  const step = Math.ceil(marks.length / MOST_PIECES);
  const kept = marks.filter((_, i) => i % step === 0 || i === marks.length - 1);
  const pieces = kept.slice(0, -1).map(({ original, result }, i) => {
    const next = kept[i + 1] ?? { original: original + 1, result: result + 1 };
    const slope = (next.result - result) / (next.original - original);
    return {
      until: next.original - offset,
      text: `${number(result - slope * (original - offset))}+${number(slope)}*T`,
    };
  });
  if (pieces.length === 0) return `T+${number(offset)}`;
  const choose = (from: number, to: number): string => {
    if (to - from === 1) return pieces[from]?.text ?? 'T';
    const middle = (from + to) >> 1;
    return `if(lt(T,${number(pieces[middle - 1]?.until ?? 0)}),${choose(from, middle)},${choose(middle, to)})`;
  };
  return choose(0, pieces.length);
}

/** Never in exponential notation, which ffmpeg reads differently. */
function number(value: number): string {
  return value.toFixed(6);
}
