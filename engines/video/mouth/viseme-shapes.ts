import { VISEMES, type Viseme } from '../../lipsync/index.ts';
import { type MouthShape, REST, ROUND_WIDTH } from './mouth-shape.ts';

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
  ou: { ...REST, gap: 0.07, jaw: 0.03, width: ROUND_WIDTH, lift: 0.3 },
};

/** Below this gap the lips touch: a closure softened by its neighbours must stay closed. */
const TOUCHING = 0.014;

/** `weights` are those of the 15 visemes, in order, and sum to 1. */
export function shapeOf(weights: ArrayLike<number>): MouthShape {
  const sum: MouthShape = { gap: 0, jaw: 0, width: 0, lift: 0, press: 0, tuck: 0, tongue: 0 };
  VISEMES.forEach((viseme, i) => {
    const weight = weights[i] ?? 0;
    const shape = SHAPES[viseme];
    for (const key of Object.keys(sum) as (keyof MouthShape)[]) sum[key] += weight * shape[key];
  });
  return { ...sum, gap: Math.max(0, sum.gap - TOUCHING) * (1 + TOUCHING / 0.15) };
}
