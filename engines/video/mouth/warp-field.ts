import { type Bounds, type Capacity, createWarpedPoints, type WarpedPoints } from '../simd/warped-points.ts';
import type { Frame } from '../source/frame.ts';
import { bump } from './ease.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { type MouthShape, widthFrom } from './mouth-shape.ts';
import type { Columns } from './plan-columns.ts';

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

/** Finds the source of each pixel within the bounds. Keeps `known` if it is large enough. */
export function warpField(
  { geometry, shape, strength }: { geometry: MouthGeometry; shape: MouthShape; strength: number },
  plan: Columns,
  bounds: Bounds,
  { width, height }: Frame,
  known: WarpedPoints | null,
): WarpedPoints {
  const { left, top, right, bottom } = bounds;
  const { x, y, cos, sin, first, columns, unit } = geometry;
  const sideways = sidewaysOf(geometry, shape, strength);
  const { heights, above } = sideways;
  const points = Math.max(0, right - left) * Math.max(0, bottom - top);
  const needed = { width, height, points, columns, heights: heights.length };
  const field = known && fits(known, needed) ? known : createWarpedPoints(roomy(needed));
  const seamWidth = Math.max(1, 0.012 * unit);
  field.warp(bounds, linesOf(plan, sideways.columns), { first, heights, above }, [x, y, cos, sin, seamWidth]);
  return field;
}

/** A face that comes nearer must not take new memory with every picture. */
function roomy({ width, height, points, columns, heights }: Capacity): Capacity {
  const more = (count: number): number => 4 * Math.ceil(count * 0.375);
  const most = width * height;
  return {
    width,
    height,
    points: Math.min(most, more(points)),
    columns: more(columns),
    heights: more(heights),
  };
}

function fits(known: WarpedPoints, needed: Capacity): boolean {
  const isSameSize = known.width === needed.width && known.height === needed.height;
  const { points, columns, heights } = needed;
  return isSameSize && known.points >= points && known.columns >= columns && known.heights >= heights;
}

/** In the order that `warpPoints` expects. */
function linesOf(plan: Columns, sideways: Float32Array): Float32Array[] {
  const { top, upperOuter, upperInner, lowerInner, lowerOuter, chin, bottom, moved, seam } = plan;
  return [
    ...[top, upperOuter, upperInner, lowerInner, lowerOuter, chin, bottom],
    ...[moved.upperOuter, moved.upperInner, moved.lowerInner, moved.lowerOuter, moved.chin],
    ...[seam, sideways],
  ];
}

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
