import { linearPrediction } from './linear-prediction.ts';
import { polynomialRoots } from './polynomial-roots.ts';
import { voicedFrames } from './voiced-frames.ts';

/** Number of resonances to find below half of the rate. */
export type Reach = { rate: number; order: number; count: number };

/** NARROW is for recordings limited to 4 kHz (telephone), WIDE for those that reach beyond 5.5 kHz. */
export const NARROW: Reach = { rate: 8_000, order: 8, count: 3 };
export const WIDE: Reach = { rate: 11_000, order: 12, count: 4 };

const FRAME_SECONDS = 0.03;
/** Broader peaks are the slope of the spectrum, not a resonance. */
const BROADEST_HZ = 500;
/** Margin at either end: poles there come from the recording. */
const MARGIN_HZ = 150;
/** A first resonance above this is the second; the first was missed. */
const HIGHEST_FIRST_HZ = 1_200;
/** Quantiles, without the extremes. */
const SHARES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/** Resonances of a voice over all its vowels: quantiles of each, in log Hz. */
export type LongTermFormants = Float64Array[];

/** Takes 16 kHz. */
export function longTermFormants(samples: Float32Array, reach: Reach): LongTermFormants {
  const found = voicedFrames(samples, { rate: reach.rate, seconds: FRAME_SECONDS })
    .map((frame) => formantsIn(frame, reach))
    .filter(([first = 0, ...others]) => first < HIGHEST_FIRST_HZ && others.length >= reach.count - 1);
  if (found.length === 0) throw new Error('there is no vowel in the recording');
  return Array.from({ length: reach.count }, (_, which) => {
    const sorted = found.map((formants) => Math.log(formants[which] as number)).sort((a, b) => a - b);
    return Float64Array.from(SHARES, (share) => sorted[Math.floor(share * sorted.length)] as number);
  });
}

/** Mean shift between the two distributions, in percent. */
export function formantShiftPercent(one: LongTermFormants, other: LongTermFormants): number {
  const shifts = one.flatMap((quantiles, which) =>
    Array.from(quantiles, (log, i) => Math.abs(log - (other[which]?.[i] ?? Number.NaN))),
  );
  return (100 * shifts.reduce((sum, shift) => sum + shift, 0)) / shifts.length;
}

/** Returns formants in Hz, ascending. */
export function formantsIn(frame: Float64Array, { rate, order }: Reach): number[] {
  const prediction = linearPrediction(frame, order);
  if (!prediction) return [];
  return polynomialRoots(prediction)
    .map(({ real, imaginary }) => ({
      hertz: (Math.atan2(imaginary, real) * rate) / (2 * Math.PI),
      breadth: (-Math.log(Math.hypot(real, imaginary)) * rate) / Math.PI,
    }))
    .filter(({ hertz, breadth }) => {
      return hertz > MARGIN_HZ && hertz < rate / 2 - MARGIN_HZ && breadth < BROADEST_HZ;
    })
    .map(({ hertz }) => hertz)
    .sort((a, b) => a - b);
}
