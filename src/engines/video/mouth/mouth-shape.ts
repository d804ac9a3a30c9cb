import { VISEMES, type Viseme } from '../../lipsync/index.ts';

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

const REST: MouthShape = { gap: 0, jaw: 0, width: 1, lift: 0.2, press: 0, tuck: 0, tongue: 0 };

const SHAPES: Record<Viseme, MouthShape> = {
  sil: REST,
  PP: { ...REST, width: 0.98, press: 1 },
  FF: { ...REST, gap: 0.055, jaw: 0.01, lift: 0.75, tuck: 1 },
  TH: { ...REST, gap: 0.08, jaw: 0.03, width: 1.02, tongue: 1 },
  DD: { ...REST, gap: 0.072, jaw: 0.03, width: 1.02, tongue: 0.6 },
  kk: { ...REST, gap: 0.085, jaw: 0.05 },
  CH: { ...REST, gap: 0.065, jaw: 0.02, width: 0.88, lift: 0.4 },
  SS: { ...REST, gap: 0.05, jaw: 0.012, width: 1.07, lift: 0.35 },
  nn: { ...REST, gap: 0.07, jaw: 0.03, width: 1.02, tongue: 0.6 },
  RR: { ...REST, gap: 0.07, jaw: 0.03, width: 0.9 },
  aa: { ...REST, gap: 0.17, jaw: 0.12, width: 0.98 },
  E: { ...REST, gap: 0.115, jaw: 0.06, width: 1.07 },
  ih: { ...REST, gap: 0.08, jaw: 0.03, width: 1.09, lift: 0.3 },
  oh: { ...REST, gap: 0.135, jaw: 0.085, width: 0.85 },
  ou: { ...REST, gap: 0.07, jaw: 0.03, width: 0.76, lift: 0.3 },
};

/** How much of a whole rounding, that of u, a shape is: 0 to 1. */
export function roundingOf({ width }: MouthShape): number {
  return Math.max(0, Math.min(1, (1 - width) / (1 - SHAPES.ou.width)));
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

/** Below this the lips touch: a closure that its neighbours soften must still be one. */
const TOUCHING = 0.014;

/** `weights` are those of the 15 visemes, in their order, and sum to one. */
export function shapeOf(weights: ArrayLike<number>): MouthShape {
  const sum: MouthShape = { gap: 0, jaw: 0, width: 0, lift: 0, press: 0, tuck: 0, tongue: 0 };
  VISEMES.forEach((viseme, i) => {
    const weight = weights[i] ?? 0;
    const shape = SHAPES[viseme];
    for (const key of Object.keys(sum) as (keyof MouthShape)[]) sum[key] += weight * shape[key];
  });
  return { ...sum, gap: Math.max(0, sum.gap - TOUCHING) * (1 + TOUCHING / 0.15) };
}
