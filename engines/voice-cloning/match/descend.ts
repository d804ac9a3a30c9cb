import { type Correction, corrected, correctionGradient } from './correction.ts';
import type { Span } from './span.ts';
import type { Surrogate } from './surrogate.ts';
import { lossOf, type Target } from './target.ts';

export type Descent = {
  style: Float32Array;
  target: Target;
  steps: number;
  correction: Correction | null;
  /** Maximum distance from the start: root mean square over the timbre, in standard deviations of the voices. */
  radius: number;
};

/** Only the timbre moves: prosody is better as the encoder finds it. */
const TIMBRE = 128;
const RATE = 0.02;
/** Cost per unit of distance from the known voices: words suffer there. */
const SPAN_WEIGHT = 0.025;
const DECAY = 0.9;
const SQUARE_DECAY = 0.999;
const EPSILON = 1e-8;

/** Takes Adam steps on the surrogate. */
export async function descend(
  { surrogate, span }: { surrogate: Surrogate; span: Span },
  { style: start, target, steps, correction, radius }: Descent,
): Promise<Float32Array> {
  const style = start.slice();
  const momentum = new Float64Array(TIMBRE);
  const square = new Float64Array(TIMBRE);
  for (let step = 1; step <= steps; step += 1) {
    const predicted = await surrogate.predict(style);
    const error = correction ? corrected(correction, style) : null;
    const { slope } = lossOf(
      target,
      error ? predicted.map((value, i) => value + (error[i] as number)) : predicted,
    );
    const gradient = await surrogate.gradient(style, slope);
    const own = correction ? correctionGradient(correction, slope, style.length) : null;
    const away = span.distance(style).gradient;
    for (let i = 0; i < TIMBRE; i += 1) {
      const g = (gradient[i] as number) + (own?.[i] ?? 0) + SPAN_WEIGHT * (away[i] as number);
      momentum[i] = DECAY * (momentum[i] as number) + (1 - DECAY) * g;
      square[i] = SQUARE_DECAY * (square[i] as number) + (1 - SQUARE_DECAY) * g * g;
      const mean = (momentum[i] as number) / (1 - DECAY ** step);
      const size = Math.sqrt((square[i] as number) / (1 - SQUARE_DECAY ** step)) + EPSILON;
      style[i] = (style[i] as number) - (RATE * mean) / size;
    }
    keepWithin(style, start, radius * span.scale.timbre);
  }
  return style;
}

function keepWithin(style: Float32Array, start: Float32Array, radius: number): void {
  let power = 0;
  for (let i = 0; i < TIMBRE; i += 1) power += ((style[i] as number) - (start[i] as number)) ** 2 / TIMBRE;
  const share = radius / Math.max(radius, Math.sqrt(power));
  for (let i = 0; i < TIMBRE; i += 1)
    style[i] = (start[i] as number) + share * ((style[i] as number) - (start[i] as number));
}
