import type { SampleSource } from '../sample-source.ts';
import { PAIR_SAMPLES, PAIRS_AFTER, PAIRS_BEFORE } from './layout.ts';

/** Audio processed in one call, in pairs of steps. Only the kept pairs have their full context. */
export type AudioWindow = { fromPair: number; toPair: number; keepFrom: number; keepTo: number };

/** Twenty seconds: keeps memory small and other callers' waits short. */
const KEPT_PAIRS = 1_000;

/** Each step has the same result as if the audio were processed in one piece. */
export function windowsOf(samples: number, keptPairs = KEPT_PAIRS): AudioWindow[] {
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

/** Pads the last pair with silence. */
export async function samplesOf(
  source: SampleSource,
  { fromPair, toPair }: AudioWindow,
): Promise<Float32Array> {
  const window = new Float32Array((toPair - fromPair) * PAIR_SAMPLES);
  window.set(await source.read(fromPair * PAIR_SAMPLES, toPair * PAIR_SAMPLES));
  return window;
}
