import { RangeNotSatisfiable } from './errors.ts';
import type { ByteRange } from './storage.ts';

/** The requested range, clipped to the object. */
export function resolveRange(
  range: ByteRange | undefined,
  totalBytes: number,
): { start: number; end: number } {
  if (!range) return { start: 0, end: totalBytes - 1 };
  assertRange(range);
  if ('last' in range) return { start: Math.max(0, totalBytes - range.last), end: totalBytes - 1 };
  if (range.start >= totalBytes) throw new RangeNotSatisfiable();
  return { start: range.start, end: Math.min(range.end ?? totalBytes - 1, totalBytes - 1) };
}

export function assertRange(range: ByteRange): void {
  const { start, end } = 'last' in range ? { start: range.last - 1, end: undefined } : range;
  const wellFormed = Number.isSafeInteger(start) && start >= 0;
  if (!wellFormed || (end !== undefined && !(Number.isSafeInteger(end) && end >= start))) {
    throw new RangeNotSatisfiable();
  }
}
