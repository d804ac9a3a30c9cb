/** From 0 at 0 to 1 at 1, level at both and beyond. */
export function smooth(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

/** 1 at 0, level there, and 0 from ±1 on, level there too. */
export function bump(x: number): number {
  return 1 - smooth(Math.abs(x));
}
