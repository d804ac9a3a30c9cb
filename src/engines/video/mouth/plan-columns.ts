import type { MouthGeometry } from './mouth-geometry.ts';
import type { MouthShape } from './mouth-shape.ts';

/**
 * For every column of the mouth where things shall be (`v` in pixels) and how far that is from where they are.
 * From `top` down to `bottom`, with nothing moved at either; what is between the lips is drawn, not moved.
 */
export type Columns = {
  top: Float32Array;
  upperOuter: Float32Array;
  upperInner: Float32Array;
  lowerInner: Float32Array;
  lowerOuter: Float32Array;
  chin: Float32Array;
  bottom: Float32Array;
  moved: Record<'upperOuter' | 'upperInner' | 'lowerInner' | 'lowerOuter' | 'chin', Float32Array>;
  /** Where the lips meet when they are closed; the upper teeth hang from it. */
  meeting: Float32Array;
  /** 0 to 1: lips that were apart lack the dark line of lips that touch. */
  seam: Float32Array;
};

/** Share of the source's own opening that the upper lip covers when the mouth is shut. */
export const UPPER_SHARE = 0.42;
/** An opening wider than a smile's means that the jaw is down. */
const SMILE_GAP = 0.06;
const BELOW_CHIN = 0.42;
const EDGE = 0.018;
const PARTED = 0.06;

export function planColumns(geometry: MouthGeometry, shape: MouthShape, strength: number): Columns {
  const { columns, unit, contours, corners, noseBase, first } = geometry;
  const plan = emptyColumns(columns);
  const middle = Math.max(0, Math.min(columns - 1, Math.round((corners.left + corners.right) / 2) - first));
  const openNow = at(contours.lowerLipInner, middle) - at(contours.upperLipInner, middle);
  const jawNow = Math.max(0, openNow - SMILE_GAP * unit) * 0.75;
  const jaw = (shape.jaw * unit - jawNow) * strength;
  const gap = shape.gap * unit;
  const parted = smooth(openNow / (PARTED * unit));
  for (let column = 0; column < columns; column += 1) {
    const u = first + column;
    const inner = across(u, corners.innerLeft, corners.innerRight);
    const lips = across(u, corners.left, corners.right);
    const jawShare = bump(u < 0 ? u / first : u / (first + columns - 1));
    const opening = Math.max(0, at(contours.lowerLipInner, column) - at(contours.upperLipInner, column));
    // Teeth at the edge of a lip, or the shadow in a corner, must not become part of it.
    const edge = EDGE * unit * parted * Math.max(0, 1 - lips ** 8);
    const [upper, lower] = [
      at(contours.upperLipInner, column) - edge,
      at(contours.lowerLipInner, column) + edge,
    ];
    const meeting = (upper + lower) / 2 + (UPPER_SHARE - 0.5) * opening;
    const wanted = gap * Math.max(0, 1 - Math.abs(inner) ** 2.4);
    // The corners follow the jaw a little; the lips between them go their own way.
    const corner = 0.22 * jaw * (Math.abs(lips) < 1 ? 1 : bump(Math.min(1, (Math.abs(lips) - 1) / 1.2)));
    const dUpper = (meeting + corner - wanted * shape.lift - upper) * strength;
    const dLower = (meeting + corner + wanted * (1 - shape.lift) - lower) * strength;
    const inside = Math.abs(lips) < 1;
    const [upperOuter, lowerOuter] = [at(contours.upperLipOuter, column), at(contours.lowerLipOuter, column)];
    const pursed = Math.max(0, 1 - shape.width) * 0.7;
    const rolled = (shape.press * 0.3 + shape.tuck * 0.05 - pursed) * strength;
    const rolledLower = (shape.press * 0.3 + shape.tuck * 0.5 - pursed) * strength;
    plan.seam[column] = smooth(opening / (0.03 * unit)) * strength * (inside ? 1 : 0);
    plan.meeting[column] = meeting + corner;
    plan.top[column] = Math.min(noseBase + 0.02 * unit, upperOuter - 0.06 * unit);
    plan.moved.upperInner[column] = inside ? dUpper : corner;
    plan.moved.lowerInner[column] = inside ? dLower : corner;
    plan.moved.upperOuter[column] = inside ? dUpper * 0.7 + rolled * (upper - upperOuter) : corner;
    plan.moved.lowerOuter[column] = inside ? dLower * 0.9 - rolledLower * (lowerOuter - lower) : corner;
    plan.moved.chin[column] = jaw * jawShare;
    plan.upperOuter[column] = upperOuter + at(plan.moved.upperOuter, column);
    plan.upperInner[column] = upper + at(plan.moved.upperInner, column);
    plan.lowerInner[column] = Math.max(
      at(plan.upperInner, column),
      lower + at(plan.moved.lowerInner, column),
    );
    plan.lowerOuter[column] = lowerOuter + at(plan.moved.lowerOuter, column);
    const chin = Math.max(at(contours.jaw, column), lowerOuter + 0.08 * unit);
    plan.chin[column] = chin + at(plan.moved.chin, column);
    plan.bottom[column] = chin + BELOW_CHIN * unit;
  }
  return plan;
}

function emptyColumns(count: number): Columns {
  const line = (): Float32Array => new Float32Array(count);
  return {
    ...{ top: line(), upperOuter: line(), upperInner: line(), lowerInner: line(), lowerOuter: line() },
    ...{ chin: line(), bottom: line(), meeting: line(), seam: line() },
    moved: {
      upperOuter: line(),
      upperInner: line(),
      lowerInner: line(),
      lowerOuter: line(),
      chin: line(),
    },
  };
}

const at = (line: Float32Array, column: number): number => line[column] as number;

/** −1 at the left end, 1 at the right one, 0 where `u` is: the middle of a turned mouth is not midway. */
function across(u: number, left: number, right: number): number {
  return u < 0 ? -u / left : u / right;
}

/** 1 at 0, level there, and 0 from ±1 on, level there too. */
export function bump(x: number): number {
  return 1 - smooth(Math.abs(x));
}

/** From 0 at 0 to 1 at 1, level at both and beyond. */
export function smooth(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}
