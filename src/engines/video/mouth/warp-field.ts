import type { Frame } from '../source/frame.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import type { MouthShape } from './mouth-shape.ts';
import { bump, type Columns } from './plan-columns.ts';

/** A part of the picture, on even pixels: left and top are within it, right and bottom just outside. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** For each pixel of the bounds where its colour comes from. */
export type WarpField = {
  /** Place in the source; the pixel's own where nothing moves. */
  x: Float32Array;
  y: Float32Array;
  /** How much of the pixel is between the lips, 0 to 1. */
  inside: Float32Array;
  /** Column and height of what is between the lips. */
  column: Float32Array;
  v: Float32Array;
};

const SEAM_DARKNESS = 0.6;

/** The chin's shadow and the neck go with it up to here, the cheeks up to the ends of the jaw. */
export function boundsOf(geometry: MouthGeometry, plan: Columns, frame: Frame): Bounds {
  const { x, y, cos, sin, first, columns } = geometry;
  const top = Math.min(...plan.top);
  const bottom = Math.max(...plan.bottom);
  const corners = [
    [first, top],
    [first, bottom],
    [first + columns, top],
    [first + columns, bottom],
  ].map(([u = 0, v = 0]) => [x + u * cos - v * sin, y + u * sin + v * cos] as const);
  const even = (value: number, most: number): number =>
    Math.max(0, Math.min(most, Math.floor(value / 2) * 2));
  return {
    left: even(Math.min(...corners.map(([px]) => px)), frame.width),
    top: even(Math.min(...corners.map(([, py]) => py)), frame.height),
    right: even(Math.max(...corners.map(([px]) => px)) + 2, frame.width),
    bottom: even(Math.max(...corners.map(([, py]) => py)) + 2, frame.height),
  };
}

export function warpField(
  { geometry, shape, strength }: { geometry: MouthGeometry; shape: MouthShape; strength: number },
  plan: Columns,
  { left, top, right, bottom }: Bounds,
): WarpField {
  const count = Math.max(0, right - left) * Math.max(0, bottom - top);
  const field: WarpField = {
    x: new Float32Array(count),
    y: new Float32Array(count),
    inside: new Float32Array(count),
    column: new Float32Array(count),
    v: new Float32Array(count),
  };
  const { x: ox, y: oy, cos, sin, first, columns } = geometry;
  const lineWidth = Math.max(1, 0.012 * geometry.unit);
  const sideways = sidewaysMap(geometry, shape, strength);
  for (let y = top, i = 0; y < bottom; y += 1)
    for (let x = left; x < right; x += 1, i += 1) {
      const u = (x - ox) * cos + (y - oy) * sin;
      const v = (y - oy) * cos - (x - ox) * sin;
      field.x[i] = x;
      field.y[i] = y;
      const du = sideways(u, v);
      const column = Math.round(u - du - first);
      if (column < 0 || column >= columns) continue;
      const upper = at(plan.upperInner, column);
      const lower = at(plan.lowerInner, column);
      const open = Math.max(0, Math.min(1, v - upper + 0.5, lower - v + 0.5, lower - upper));
      const line = at(plan.seam, column) * bump((v - (upper + lower) / 2) / lineWidth);
      const inside = Math.max(open, SEAM_DARKNESS * line);
      const dv =
        v < (upper + lower) / 2
          ? movedAbove(plan, column, Math.min(v, upper))
          : movedBelow(plan, column, Math.max(v, lower));
      field.inside[i] = inside;
      field.column[i] = column;
      field.v[i] = v;
      field.x[i] = x - (du * cos - dv * sin);
      field.y[i] = y - (du * sin + dv * cos);
    }
  return field;
}

/** How far the skin at a height above the opening has been moved down. */
function movedAbove(plan: Columns, column: number, v: number): number {
  const [top, outer, inner] = [
    at(plan.top, column),
    at(plan.upperOuter, column),
    at(plan.upperInner, column),
  ];
  const { upperOuter, upperInner } = plan.moved;
  if (v <= top) return 0;
  if (v < outer) return at(upperOuter, column) * (1 - bump((v - top) / (outer - top)));
  return between(v, outer, inner, at(upperOuter, column), at(upperInner, column));
}

function movedBelow(plan: Columns, column: number, v: number): number {
  const [inner, outer] = [at(plan.lowerInner, column), at(plan.lowerOuter, column)];
  const [chin, bottom] = [at(plan.chin, column), at(plan.bottom, column)];
  const { lowerInner, lowerOuter, chin: chinMoved } = plan.moved;
  if (v >= bottom) return 0;
  if (v > chin) return at(chinMoved, column) * bump((v - chin) / (bottom - chin));
  if (v > outer) {
    const share = 1 - bump((v - outer) / (chin - outer));
    return at(lowerOuter, column) * (1 - share) + at(chinMoved, column) * share;
  }
  return between(v, inner, outer, at(lowerInner, column), at(lowerOuter, column));
}

function between(v: number, from: number, to: number, a: number, b: number): number {
  const share = to > from ? Math.max(0, Math.min(1, (v - from) / (to - from))) : 0;
  return a + (b - a) * share;
}

const at = (line: Float32Array, column: number): number => line[column] as number;

/** Lips that spread or round take the skin beside them along; nose and chin stay. */
function sidewaysMap(
  { corners, unit, noseBase, contours }: MouthGeometry,
  shape: MouthShape,
  strength: number,
) {
  const width = 1 + (shape.width - 1) * strength;
  const middle = contours.jaw.length >> 1;
  const [above, below] = [Math.min(-0.1 * unit, noseBase), Math.max(0.25 * unit, at(contours.jaw, middle))];
  return (u: number, v: number): number => {
    const corner = (u < 0 ? corners.left : corners.right) * width;
    const moved = corner - corner / width;
    const share = u / corner;
    const along = share < 1 ? share : bump((share - 1) / 1.3);
    return moved * along * bump(v < 0 ? v / above : v / below);
  };
}
