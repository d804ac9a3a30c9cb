import type { WavReader } from '../codec/index.ts';
import { STRETCH_CONTEXT, stretched } from './stretch.ts';
import { FILM_RATE, PIECE_FRAMES, type TimeMark } from './types.ts';

/** Frames: a part of the original and the part of the result that it becomes. */
type Part = { original: number; originalEnd: number; result: number; resultEnd: number };

/** A sound on the timeline of the result, piece by piece. Parts that keep their length keep their samples. */
export async function* onTimeline(
  sound: WavReader,
  marks: readonly TimeMark[],
  frames: number,
): AsyncGenerator<Float32Array[]> {
  for (const { original, originalEnd, result, resultEnd } of partsOf(marks, frames)) {
    const length = resultEnd - result;
    if (originalEnd - original === length) yield await sound.read(original, originalEnd);
    else yield stretched(await sound.read(original - STRETCH_CONTEXT, originalEnd + STRETCH_CONTEXT), length);
  }
}

/** Second of the original that is at this second of the result. */
export function originalTime(marks: readonly TimeMark[], seconds: number): number {
  const next = marks.findIndex(({ result }) => result > seconds);
  const after = marks[next];
  const before = next < 0 ? marks.at(-1) : marks[next - 1];
  if (!before) return seconds;
  if (!after) return before.original + seconds - before.result;
  const share = (seconds - before.result) / (after.result - before.result);
  return before.original + share * (after.original - before.original);
}

/** Parts are in order, without gaps, none longer than a piece, and end exactly at `frames`. */
function partsOf(marks: readonly TimeMark[], frames: number): Part[] {
  const parts: Part[] = [];
  let original = 0;
  let result = 0;
  for (const mark of marks) {
    const resultEnd = Math.min(frames, Math.round(mark.result * FILM_RATE));
    if (resultEnd <= result) continue;
    const exact = Math.round(mark.original * FILM_RATE);
    const kept = original + resultEnd - result;
    // A difference of a sample or two is rounding, and not worth a splice.
    const originalEnd = Math.abs(exact - kept) <= 2 ? kept : exact;
    parts.push({ original, originalEnd, result, resultEnd });
    [original, result] = [originalEnd, resultEnd];
  }
  if (result < frames)
    parts.push({ original, originalEnd: original + frames - result, result, resultEnd: frames });
  return parts.flatMap(inPieces);
}

function inPieces(part: Part): Part[] {
  const count = Math.max(1, Math.ceil((part.resultEnd - part.result) / PIECE_FRAMES));
  const between = (from: number, to: number, k: number) => from + Math.round(((to - from) * k) / count);
  return Array.from({ length: count }, (_, k) => ({
    original: between(part.original, part.originalEnd, k),
    originalEnd: between(part.original, part.originalEnd, k + 1),
    result: between(part.result, part.resultEnd, k),
    resultEnd: between(part.result, part.resultEnd, k + 1),
  }));
}
