/** What a mouth does. Lengths are shares of the distance between the outer corners of the eyes (about 90 mm). */
export type MouthShape = {
  /** Between the lips, in the middle. */
  gap: number;
  /** How far the chin goes down. */
  jaw: number;
  /** Of the mouth, against its width at rest. */
  width: number;
  /** How much of the gap is above the line where the lips meet, 0 to 1. */
  lift: number;
  /** Lips rolled in, 0 to 1. */
  press: number;
  /** Lower lip under the upper teeth, 0 to 1. */
  tuck: number;
  /** Tip of the tongue at the upper teeth, 0 to 1. */
  tongue: number;
};

/** Of u: no mouth is rounder. */
export const ROUND_WIDTH = 0.76;

/** How much of a whole rounding, that of u, a shape is: 0 to 1. */
export function roundingOf({ width }: MouthShape): number {
  return Math.max(0, Math.min(1, (1 - width) / (1 - ROUND_WIDTH)));
}

/** Of a mouth that rests, in the same lengths. */
const RESTING_WIDTH = 0.56;

/** Of the way from a smile to rest that a rounded mouth goes; all of it would crumple the cheeks. */
const UNSMILED = 0.6;

/** What the width of a mouth becomes that is so wide now: a smile has further to go to be round. */
export function widthFrom(shape: MouthShape, widthNow: number): number {
  const excess = 1 - Math.min(1, RESTING_WIDTH / widthNow);
  return shape.width * (1 - excess * UNSMILED * roundingOf(shape));
}
