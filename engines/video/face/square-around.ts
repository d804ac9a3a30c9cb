import { PLACES } from './places.ts';
import type { Square } from './sample-square.ts';

const MARGIN = 1.5;

/** The square to search in the next picture for a face with these landmarks. */
export function squareAround(points: Float32Array): Square {
  const left = PLACES.eyeOuterRight * 3;
  const right = PLACES.eyeOuterLeft * 3;
  const at = (i: number): number => points[i] as number;
  const angle = Math.atan2(at(right + 1) - at(left + 1), at(right) - at(left));
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let minU = Infinity;
  let maxU = -Infinity;
  let minV = Infinity;
  let maxV = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const u = at(i) * cos + at(i + 1) * sin;
    const v = at(i + 1) * cos - at(i) * sin;
    [minU, maxU] = [Math.min(minU, u), Math.max(maxU, u)];
    [minV, maxV] = [Math.min(minV, v), Math.max(maxV, v)];
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  const size = Math.max(maxU - minU, maxV - minV) * MARGIN;
  return { x: u * cos - v * sin, y: u * sin + v * cos, size, angle };
}
