import { type CubicPoints, createCubicPoints } from '../simd/cubic-points.ts';
import type { Frame } from '../source/frame.ts';
import { bump } from './ease.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { type MouthShape, widthFrom } from './mouth-shape.ts';
import type { Columns } from './plan-columns.ts';

/** A part of the picture with even bounds. Left and top are inclusive, right and bottom exclusive. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** Source position of each pixel within the bounds. */
export type WarpField = {
  cubic: CubicPoints;
  /** Position in the source. Exactly the pixel's own where nothing moves. */
  x: Float32Array;
  y: Float32Array;
  /** Share of the pixel between the lips, 0 to 1. */
  inside: Float32Array;
  /** Column and height of points between the lips. */
  column: Float32Array;
  v: Float32Array;
};

const SEAM_DARKNESS = 0.6;
/** Movements of fewer pixels than this are not drawn. */
const UNSEEN = 1 / 32;

/** Includes the chin's shadow and the neck, which move with the chin, and the cheeks up to the ends of the jaw. */
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
  bounds: Bounds,
  field: WarpField,
): void {
  const { x: ox, y: oy, cos, sin, first, columns } = geometry;
  const lineWidth = Math.max(1, 0.012 * geometry.unit);
  const sideways = sidewaysOf(geometry, shape, strength);
  for (let y = bounds.top, i = 0; y < bounds.bottom; y += 1)
    for (let x = bounds.left; x < bounds.right; x += 1, i += 1) {
      field.x[i] = x;
      field.y[i] = y;
      field.inside[i] = 0;
      const v = (y - oy) * cos - (x - ox) * sin;
      const u = (x - ox) * cos + (y - oy) * sin;
      const du = movedAside(sideways, u - first + 0.5, v);
      const place = u - du - first + 0.5;
      if (place < 0 || place >= columns) continue;
      const column = place | 0;
      if (v <= at(plan.top, column) || v >= at(plan.bottom, column)) continue;
      const upper = at(plan.upperInner, column);
      const lower = at(plan.lowerInner, column);
      const middle = (upper + lower) / 2;
      const dv =
        v < middle
          ? movedAbove(plan, column, Math.min(v, upper))
          : movedBelow(plan, column, Math.max(v, lower));
      if (Math.abs(du) + Math.abs(dv) > UNSEEN) {
        field.x[i] = x - (du * cos - dv * sin);
        field.y[i] = y - (du * sin + dv * cos);
      }
      if (v < upper - lineWidth || v > lower + lineWidth) continue;
      const open = Math.max(0, Math.min(1, v - upper + 0.5, lower - v + 0.5, lower - upper));
      const line = at(plan.seam, column) * bump((v - middle) / lineWidth);
      field.inside[i] = Math.max(open, SEAM_DARKNESS * line);
      field.column[i] = column;
      field.v[i] = v;
    }
}

/** A field for these bounds, reused for every frame of the same size. It grows to the largest. */
export function fieldFor(
  { left, top, right, bottom }: Bounds,
  frame: Frame,
  known: WarpField | null,
): WarpField {
  const count = Math.max(0, right - left) * Math.max(0, bottom - top);
  const { width, height } = frame;
  const isSameSize = known?.cubic.width === width && known.cubic.height === height;
  if (known && isSameSize && known.x.length >= count) return known;
  const plane = (): Float32Array => new Float32Array(count);
  const cubic = createCubicPoints(width, height, count);
  return { cubic, x: cubic.x, y: cubic.y, inside: plane(), column: plane(), v: plane() };
}

/** How far the skin at a height above the opening moves down. */
function movedAbove({ top, upperOuter, upperInner, moved }: Columns, column: number, v: number): number {
  const outer = at(upperOuter, column);
  const outerMoved = at(moved.upperOuter, column);
  if (v >= outer) {
    const inner = at(upperInner, column);
    const share = inner > outer ? (v - outer) / (inner - outer) : 1;
    return outerMoved + (at(moved.upperInner, column) - outerMoved) * share;
  }
  const from = at(top, column);
  return outerMoved * eased((v - from) / (outer - from));
}

function movedBelow(plan: Columns, column: number, v: number): number {
  const { moved } = plan;
  const outer = at(plan.lowerOuter, column);
  const outerMoved = at(moved.lowerOuter, column);
  if (v <= outer) {
    const inner = at(plan.lowerInner, column);
    const share = outer > inner ? (v - inner) / (outer - inner) : 1;
    const innerMoved = at(moved.lowerInner, column);
    return innerMoved + (outerMoved - innerMoved) * share;
  }
  const chin = at(plan.chin, column);
  const chinMoved = at(moved.chin, column);
  if (v <= chin) return outerMoved + (chinMoved - outerMoved) * eased((v - outer) / (chin - outer));
  return chinMoved * (1 - eased((v - chin) / (at(plan.bottom, column) - chin)));
}

/** `smooth` without clamping, for values between 0 and 1. */
const eased = (t: number): number => t * t * (3 - 2 * t);

const at = (line: Float32Array, column: number): number => line[column] as number;

/** Sideways movement of columns and heights. A point moves by the product of both. */
type Sideways = { columns: Float32Array; heights: Float32Array; above: number };

/** Spreading and rounding lips move the skin beside them; nose and chin stay. */
function sidewaysOf(geometry: MouthGeometry, shape: MouthShape, strength: number): Sideways {
  const { corners, unit, noseBase, contours, first, columns } = geometry;
  const width = 1 + (widthFrom(shape, (corners.right - corners.left) / unit) - 1) * strength;
  const above = Math.floor(Math.min(-0.1 * unit, noseBase));
  const below = Math.ceil(Math.max(0.25 * unit, at(contours.jaw, columns >> 1)));
  const along = (_: unknown, column: number): number => {
    const u = first + column;
    const corner = (u < 0 ? corners.left : corners.right) * width;
    const share = u / corner;
    return (corner - corner / width) * (share < 1 ? share : bump((share - 1) / 1.3));
  };
  return {
    columns: Float32Array.from({ length: columns }, along),
    heights: Float32Array.from({ length: below - above + 1 }, (_, i) => {
      const v = above + i;
      return bump(v < 0 ? v / above : v / below);
    }),
    above,
  };
}

function movedAside({ columns, heights, above }: Sideways, place: number, v: number): number {
  const height = v - above + 0.5;
  if (place < 0 || place >= columns.length || height < 0 || height >= heights.length) return 0;
  return at(columns, place | 0) * at(heights, height | 0);
}
