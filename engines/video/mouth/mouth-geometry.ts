import { eyeLine, type Local, landmark, lineThrough, localIn } from '../face/axes.ts';
import { CONTOURS, PLACES } from '../face/places.ts';

/**
 * A mouth on the axes of its face: `u` along it to the picture's right, `v` down, in pixels from the middle between its
 * corners. Contours are `v` at integer values of `u` from `first` on.
 */
export type MouthGeometry = {
  x: number;
  y: number;
  cos: number;
  sin: number;
  /** Distance between the outer corners of the eyes, in space. The unit of the face. */
  unit: number;
  /** Yaw of the head in radians. */
  yaw: number;
  first: number;
  columns: number;
  /** `u` of the corners of the lips and of the opening between them. */
  corners: { left: number; right: number; innerLeft: number; innerRight: number };
  noseBase: number;
  contours: Record<keyof typeof CONTOURS, Float32Array>;
};

/** Corrects the network, which puts the ends of an opening too far inside. */
const OUTWARDS = 0.55;

export function mouthGeometry(points: Float32Array): MouthGeometry {
  const { cos, sin, unit, yaw } = eyeLine(points);
  const one = landmark(points, start(CONTOURS.upperLipOuter));
  const other = landmark(points, end(CONTOURS.upperLipOuter));
  const x = (one.x + other.x) / 2;
  const y = (one.y + other.y) / 2;
  const local = (place: number): Local => localIn({ x, y, cos, sin }, landmark(points, place));
  const lips = CONTOURS.upperLipOuter.map(local);
  const jaw = CONTOURS.jaw.map(local);
  const opening = CONTOURS.upperLipInner.map(local);
  const left = towards(start(opening), start(lips));
  const right = towards(end(opening), end(lips));
  const first = Math.floor(start(jaw).u);
  const columns = Math.max(1, Math.ceil(end(jaw).u) - first + 1);
  const outer = (places: readonly number[]): Float32Array => lineThrough(places.map(local), first, columns);
  const inner = (places: readonly number[]): Float32Array =>
    lineThrough([left, ...places.slice(1, -1).map(local), right], first, columns);
  return {
    x,
    y,
    cos,
    sin,
    unit,
    yaw,
    first,
    columns,
    corners: { left: start(lips).u, right: end(lips).u, innerLeft: left.u, innerRight: right.u },
    noseBase: local(PLACES.noseBase).v,
    contours: {
      upperLipOuter: outer(CONTOURS.upperLipOuter),
      upperLipInner: inner(CONTOURS.upperLipInner),
      lowerLipInner: inner(CONTOURS.lowerLipInner),
      lowerLipOuter: outer(CONTOURS.lowerLipOuter),
      jaw: outer(CONTOURS.jaw),
    },
  };
}

const start = <T>(list: readonly T[]): T => list[0] as T;
const end = <T>(list: readonly T[]): T => list.at(-1) as T;

function towards(inner: Local, outer: Local): Local {
  return { u: inner.u + (outer.u - inner.u) * OUTWARDS, v: inner.v + (outer.v - inner.v) * OUTWARDS };
}
