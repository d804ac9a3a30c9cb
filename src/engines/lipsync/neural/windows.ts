import type { SampleSource } from '../sample-source.ts';
import { PAIR_SAMPLES, PAIRS_AFTER, PAIRS_BEFORE } from './layout.ts';

/** A part of a sound that is heard in one call, in pairs of steps; only what is kept has all its surroundings. */
export type HeardWindow = { fromPair: number; toPair: number; keepFrom: number; keepTo: number };

/** Twenty seconds: short enough that others wait little and memory stays small. */
const KEPT_PAIRS = 1_000;

/** Whatever the cuts, each step is heard as if the sound were heard in one piece. */
export function windowsOf(samples: number, keptPairs = KEPT_PAIRS): HeardWindow[] {
  const pairs = Math.ceil(samples / PAIR_SAMPLES);
  return Array.from({ length: Math.ceil(pairs / keptPairs) }, (_, i) => {
    const keepFrom = i * keptPairs;
    const keepTo = Math.min(pairs, keepFrom + keptPairs);
    return {
      fromPair: Math.max(0, keepFrom - PAIRS_BEFORE),
      toPair: Math.min(pairs, keepTo + PAIRS_AFTER),
      keepFrom,
      keepTo,
    };
  });
}

/** Silence after the end makes the last pair whole. */
export async function samplesOf(
  source: SampleSource,
  { fromPair, toPair }: HeardWindow,
): Promise<Float32Array> {
  const window = new Float32Array((toPair - fromPair) * PAIR_SAMPLES);
  window.set(await source.read(fromPair * PAIR_SAMPLES, toPair * PAIR_SAMPLES));
  return window;
}
