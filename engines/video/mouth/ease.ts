/** Rises from 0 at 0 to 1 at 1, with zero slope at both ends, and is constant beyond. */
export function smooth(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

/** 1 at 0 and 0 from ±1 on, with zero slope at each. */
export function bump(x: number): number {
  return 1 - smooth(Math.abs(x));
}
