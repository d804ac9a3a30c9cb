/** Shape of a mouth. Lengths are shares of the distance between the outer corners of the eyes (about 90 mm). */
export type MouthShape = {
  /** Distance between the lips, in the middle. */
  gap: number;
  /** How far the chin moves down. */
  jaw: number;
  /** Width of the mouth relative to rest. */
  width: number;
  /** Share of the gap above the line where the lips meet, 0 to 1. */
  lift: number;
  /** Lips rolled in, 0 to 1. */
  press: number;
  /** Lower lip under the upper teeth, 0 to 1. */
  tuck: number;
  /** Tip of the tongue at the upper teeth, 0 to 1. */
  tongue: number;
};

export const REST: MouthShape = { gap: 0, jaw: 0, width: 1, lift: 0.2, press: 0, tuck: 0, tongue: 0 };

/** Width of u, the roundest shape. */
export const ROUND_WIDTH = 0.76;

/** Rounding of a shape, 0 to 1, where 1 is that of u. */
export function roundingOf({ width }: MouthShape): number {
  return Math.max(0, Math.min(1, (1 - width) / (1 - ROUND_WIDTH)));
}

/** Width of a resting mouth, in the same unit. */
const RESTING_WIDTH = 0.56;

/** Share of the way from a smile to rest that rounding takes. All of it would distort the cheeks. */
const UNSMILED = 0.6;

/** Factor for the current width, `widthNow`, to reach the shape. A smile has further to go to be round. */
export function widthFrom(shape: MouthShape, widthNow: number): number {
  const excess = 1 - Math.min(1, RESTING_WIDTH / widthNow);
  return shape.width * (1 - excess * UNSMILED * roundingOf(shape));
}
