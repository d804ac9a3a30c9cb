import { CONTOURS, PLACES } from '../face/places.ts';

/**
 * A mouth in its own directions: `u` along it to the picture's right, `v` down the face, in pixels from the middle
 * between its corners. The contours give `v` for whole numbers of `u` from `first` on.
 */
export type MouthGeometry = {
  x: number;
  y: number;
  cos: number;
  sin: number;
  /** Distance between the outer corners of the eyes, in space. */
  unit: number;
  /** Radians that the head is turned to the side. */
  yaw: number;
  first: number;
  columns: number;
  /** `u` of the corners of the lips and of the opening between them. */
  corners: { left: number; right: number; innerLeft: number; innerRight: number };
  noseBase: number;
  contours: Record<keyof typeof CONTOURS, Float32Array>;
};

type Point = { u: number; v: number };

export function mouthGeometry(points: Float32Array): MouthGeometry {
  const at = (place: number) => ({
    // Landmarks count from the edges of pixels, planes from their centres.
    x: (points[place * 3] as number) - 0.5,
    y: (points[place * 3 + 1] as number) - 0.5,
    z: points[place * 3 + 2] as number,
  });
  const [right, left] = [at(PLACES.eyeOuterRight), at(PLACES.eyeOuterLeft)];
  const flat = Math.hypot(left.x - right.x, left.y - right.y);
  const [cos, sin] = [(left.x - right.x) / flat, (left.y - right.y) / flat];
  const [one, other] = [at(first(CONTOURS.upperLipOuter)), at(last(CONTOURS.upperLipOuter))];
  const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
  const local = (place: number): Point => {
    const { x: px, y: py } = at(place);
    return { u: (px - x) * cos + (py - y) * sin, v: (py - y) * cos - (px - x) * sin };
  };
  const jaw = CONTOURS.jaw.map(local);
  const from = Math.floor(first(jaw).u);
  const columns = Math.max(1, Math.ceil(last(jaw).u) - from + 1);
  const lips = CONTOURS.upperLipOuter.map(local);
  const opening = CONTOURS.upperLipInner.map(local);
  const ends = [towards(first(opening), first(lips)), towards(last(opening), last(lips))] as const;
  const line = (places: readonly number[], isInner: boolean): Float32Array => {
    const own = places.map(local);
    return heights(isInner ? [ends[0], ...own.slice(1, -1), ends[1]] : own, from, columns);
  };
  const contours = {
    upperLipOuter: line(CONTOURS.upperLipOuter, false),
    upperLipInner: line(CONTOURS.upperLipInner, true),
    lowerLipInner: line(CONTOURS.lowerLipInner, true),
    lowerLipOuter: line(CONTOURS.lowerLipOuter, false),
    jaw: line(CONTOURS.jaw, false),
  };
  return {
    ...{ x, y, cos, sin, columns, contours },
    unit: Math.hypot(flat, left.z - right.z),
    yaw: Math.atan2(left.z - right.z, flat),
    first: from,
    corners: { left: first(lips).u, right: last(lips).u, innerLeft: ends[0].u, innerRight: ends[1].u },
    noseBase: local(PLACES.noseBase).v,
  };
}

const first = <T>(list: readonly T[]): T => list[0] as T;
const last = <T>(list: readonly T[]): T => list.at(-1) as T;

/** The network sees the ends of an opening too far inside. */
function towards(inner: Point, outer: Point): Point {
  return { u: inner.u + (outer.u - inner.u) * 0.55, v: inner.v + (outer.v - inner.v) * 0.55 };
}

/** The line through the points, column by column; beyond its ends it goes on level. */
function heights(points: readonly Point[], from: number, columns: number): Float32Array {
  const line = new Float32Array(columns);
  let next = 1;
  for (let column = 0; column < columns; column += 1) {
    const u = from + column;
    while (next < points.length - 1 && (points[next] as Point).u < u) next += 1;
    const [a, b] = [points[next - 1] as Point, points[next] as Point];
    const share = b.u > a.u ? Math.max(0, Math.min(1, (u - a.u) / (b.u - a.u))) : 0;
    line[column] = a.v + (b.v - a.v) * share;
  }
  return line;
}
