import { PLACES } from './places.ts';

/** Coordinate axes of a face: `u` along the eyes to the picture's right, `v` down the face, in pixels from (x, y). */
export type Axes = { x: number; y: number; cos: number; sin: number };

export type Local = { u: number; v: number };

export type Landmark = { x: number; y: number; z: number };

export function landmark(points: Float32Array, place: number): Landmark {
  const at = (i: number): number => points[place * 3 + i] as number;
  // Landmarks are measured from pixel edges, planes from pixel centres.
  return { x: at(0) - 0.5, y: at(1) - 0.5, z: at(2) };
}

/** Direction from eye to eye, their distance in space (`unit`) and the yaw of the head. */
export function eyeLine(points: Float32Array) {
  const right = landmark(points, PLACES.eyeOuterRight);
  const left = landmark(points, PLACES.eyeOuterLeft);
  const flat = Math.hypot(left.x - right.x, left.y - right.y);
  return {
    cos: (left.x - right.x) / flat,
    sin: (left.y - right.y) / flat,
    unit: Math.hypot(flat, left.z - right.z),
    yaw: Math.atan2(left.z - right.z, flat),
  };
}

export function localIn({ x, y, cos, sin }: Axes, at: Landmark): Local {
  return { u: (at.x - x) * cos + (at.y - y) * sin, v: (at.y - y) * cos - (at.x - x) * sin };
}

/** Interpolates `v` at `columns` integer values of `u` through points sorted by `u`. Constant beyond the ends. */
export function lineThrough(points: readonly Local[], first: number, columns: number): Float32Array {
  const line = new Float32Array(columns);
  let next = 1;
  for (let column = 0; column < columns; column += 1) {
    const u = first + column;
    while (next < points.length - 1 && (points[next] as Local).u < u) next += 1;
    const a = points[next - 1] as Local;
    const b = points[next] as Local;
    const share = b.u > a.u ? Math.max(0, Math.min(1, (u - a.u) / (b.u - a.u))) : 0;
    line[column] = a.v + (b.v - a.v) * share;
  }
  return line;
}
