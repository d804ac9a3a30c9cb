import { bump, smooth } from './ease.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { type MouthShape, roundingOf } from './mouth-shape.ts';

type Line = Float32Array;

/**
 * Target positions in every column of the mouth (`v` in pixels) and their distance from the current ones, from `top` down
 * to `bottom`, where nothing moves. The area between the lips is drawn, not moved.
 */
export type Columns = {
  top: Line;
  upperOuter: Line;
  upperInner: Line;
  lowerInner: Line;
  lowerOuter: Line;
  chin: Line;
  bottom: Line;
  moved: Record<'upperOuter' | 'upperInner' | 'lowerInner' | 'lowerOuter' | 'chin', Line>;
  /** Where closed lips meet. The upper teeth are positioned relative to it. */
  meeting: Line;
  /** 0 to 1: darkness to add, because lips that were apart lack the dark line of touching lips. */
  seam: Line;
};

/** Share of the source's opening that the upper lip covers when the mouth closes. */
export const UPPER_SHARE = 0.42;
/** Lengths are in units of the face. An opening wider than a smile's means that the jaw is down. */
const SMILE_GAP = 0.06;
const WIDE_GAP = 0.2;
const JAW_PER_GAP = 0.75;
const BELOW_CHIN = 0.42;
/** Lips this far apart show what is behind them. */
const PARTED = 0.06;
const EDGE = 0.018;
/** How far the corners follow the jaw, and how far to the side this reaches, in half widths of the mouth. */
const CORNER = { share: 0.22, reach: 1.2 };
/** Share of a smile's curve that rounding removes, because round lips do not smile. */
const STRAIGHTENED = 0.4;

/** Values shared by all columns. Lengths are in pixels. */
type Wanted = {
  gap: number;
  jaw: number;
  parted: number;
  strength: number;
  /** How far the corners of a smile move down towards its middle. */
  sag: number;
  /** How close the lips are to those of a wide open mouth, 0 to 1, and their thickness in the middle. */
  wide: number;
  lips: { upper: number; lower: number };
};

export function planColumns(geometry: MouthGeometry, shape: MouthShape, strength: number): Columns {
  const { columns, unit, contours, first } = geometry;
  const plan = emptyColumns(columns);
  const middle = Math.max(0, Math.min(columns - 1, -first));
  const openNow = at(contours.lowerLipInner, middle) - at(contours.upperLipInner, middle);
  const jawNow = Math.max(0, openNow - SMILE_GAP * unit) * JAW_PER_GAP;
  const wanted = {
    gap: shape.gap * unit,
    jaw: (shape.jaw * unit - jawNow) * strength,
    parted: smooth(openNow / (PARTED * unit)),
    strength,
    sag: STRAIGHTENED * roundingOf(shape) * Math.max(0, meetingAt(contours, middle)),
    wide: smooth((openNow / unit - SMILE_GAP) / (WIDE_GAP - SMILE_GAP)),
    lips: {
      upper: at(contours.upperLipInner, middle) - at(contours.upperLipOuter, middle),
      lower: at(contours.lowerLipOuter, middle) - at(contours.lowerLipInner, middle),
    },
  };
  for (let column = 0; column < columns; column += 1) {
    planLips(plan, column, geometry, shape, wanted);
    planChin(plan, column, geometry, wanted);
  }
  return plan;
}

function planLips(
  plan: Columns,
  column: number,
  geometry: MouthGeometry,
  shape: MouthShape,
  wanted: Wanted,
): void {
  const { contours, corners, unit, first, noseBase } = geometry;
  const { gap, jaw, parted, strength, sag, wide, lips } = wanted;
  const along = across(first + column, corners.left, corners.right);
  const opening = Math.max(0, at(contours.lowerLipInner, column) - at(contours.upperLipInner, column));
  // Teeth at the edge of a lip, or the shadow in a corner, must not become part of the lip.
  const edge = EDGE * unit * parted * Math.max(0, 1 - along ** 8);
  const upper = at(contours.upperLipInner, column) - edge;
  const lower = at(contours.lowerLipInner, column) + edge;
  const beside = bump(Math.max(0, (Math.abs(along) - 1) / CORNER.reach));
  const corner = (CORNER.share * jaw + sag * Math.min(1, along * along) * strength) * beside;
  const meeting = (upper + lower) / 2 + (UPPER_SHARE - 0.5) * opening + corner;
  const parting =
    gap * Math.max(0, 1 - Math.abs(across(first + column, corners.innerLeft, corners.innerRight)) ** 2.4);
  const isLip = Math.abs(along) < 1;
  const down = isLip ? (meeting - parting * shape.lift - upper) * strength : corner;
  const downLower = isLip ? (meeting + parting * (1 - shape.lift) - lower) * strength : corner;
  // Pressed lips look thinner, pursed lips thicker.
  const pursed = Math.max(0, 1 - shape.width) * 0.7;
  const rolled = isLip ? (shape.press * 0.3 + shape.tuck * 0.05 - pursed) * strength : 0;
  const rolledLower = isLip ? (shape.press * 0.3 + shape.tuck * 0.5 - pursed) * strength : 0;
  const upperOuter = at(contours.upperLipOuter, column);
  const lowerOuter = at(contours.lowerLipOuter, column);
  // The lips of an open mouth keep their thickness at the sides; those of a closed one taper off.
  const taper = wide * strength * (isLip ? 1 : 0);
  const excess = (thick: number, middle: number): number =>
    taper * Math.max(0, thick - middle * (1 - Math.abs(along) ** 3));
  const { moved } = plan;
  plan.meeting[column] = meeting;
  plan.seam[column] = isLip ? smooth(opening / (0.03 * unit)) * strength : 0;
  plan.top[column] = Math.min(noseBase + 0.02 * unit, upperOuter - 0.06 * unit);
  moved.upperInner[column] = down;
  moved.lowerInner[column] = downLower;
  const upperThick = upper - upperOuter;
  const lowerThick = lowerOuter - lower;
  moved.upperOuter[column] = (isLip ? 0.7 : 1) * down + rolled * upperThick + excess(upperThick, lips.upper);
  moved.lowerOuter[column] =
    (isLip ? 0.9 : 1) * downLower - rolledLower * lowerThick - excess(lowerThick, lips.lower);
  plan.upperInner[column] = upper + down;
  plan.lowerInner[column] = Math.max(upper + down, lower + downLower);
  plan.upperOuter[column] = upperOuter + at(moved.upperOuter, column);
  plan.lowerOuter[column] = lowerOuter + at(moved.lowerOuter, column);
}

function planChin(
  plan: Columns,
  column: number,
  { contours, unit, first, columns }: MouthGeometry,
  { jaw }: Wanted,
): void {
  const u = first + column;
  const chin = Math.max(at(contours.jaw, column), at(contours.lowerLipOuter, column) + 0.08 * unit);
  const moved = jaw * bump(u < 0 ? u / first : u / (first + columns - 1));
  plan.moved.chin[column] = moved;
  plan.chin[column] = chin + moved;
  plan.bottom[column] = chin + BELOW_CHIN * unit;
}

function emptyColumns(count: number): Columns {
  const line = (): Line => new Float32Array(count);
  const lips = () => ({
    upperOuter: line(),
    upperInner: line(),
    lowerInner: line(),
    lowerOuter: line(),
    chin: line(),
  });
  return { ...lips(), moved: lips(), top: line(), bottom: line(), meeting: line(), seam: line() };
}

const at = (line: Line, column: number): number => line[column] as number;

/** Where the lips of the source meet, or would meet. */
function meetingAt({ upperLipInner, lowerLipInner }: MouthGeometry['contours'], column: number): number {
  const upper = at(upperLipInner, column);
  return upper + UPPER_SHARE * Math.max(0, at(lowerLipInner, column) - upper);
}

/** −1 at the left end, 1 at the right end. */
function across(u: number, left: number, right: number): number {
  return u < 0 ? -u / left : u / right;
}
