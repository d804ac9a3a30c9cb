import type { Biquad } from './biquad.ts';
import { gatedLoudness, headShelf, lowCut, STEPS_PER_BLOCK, STEPS_PER_SECOND } from './loudness.ts';

/** Measures a sound that arrives in pieces. */
export type LoudnessMeter = {
  add(channels: readonly Float32Array[]): void;
  /** Mean square after the K-weighting, summed over the channels, of each 100 ms so far. */
  steps(): number[];
};

export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const stepFrames = sampleRate / STEPS_PER_SECOND;
  const weighting = [headShelf(sampleRate), lowCut(sampleRate)] as const;
  const filters: Float64Array[] = [];
  const done: number[] = [];
  let energy = 0;
  let frames = 0;
  return {
    add(channels) {
      while (filters.length < channels.length) filters.push(new Float64Array(6));
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepFrames - frames);
        for (const [c, channel] of channels.entries())
          energy += weightedEnergy(channel, from, to, weighting, filters[c] as Float64Array);
        frames += to - from;
        from = to;
        if (frames < stepFrames) continue;
        done.push(energy / stepFrames);
        energy = 0;
        frames = 0;
      }
    },
    steps: () => (frames === 0 ? [...done] : [...done, energy / frames]),
  };
}

/** Computes `integratedLoudness` from the steps of a meter. */
export function loudnessOfSteps(steps: readonly number[]): number {
  const count = Math.max(1, steps.length - STEPS_PER_BLOCK + 1);
  return gatedLoudness(
    Array.from({ length: count }, (_, from) => {
      let sum = 0;
      for (let step = from; step < from + STEPS_PER_BLOCK; step += 1) sum += steps[step] ?? 0;
      return sum / STEPS_PER_BLOCK;
    }),
  );
}

/** Both filters in one loop, because films are long. `state` holds what they remember. */
function weightedEnergy(
  samples: Float32Array,
  from: number,
  to: number,
  [shelf, cut]: readonly [Biquad, Biquad],
  state: Float64Array,
): number {
  let [x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0] = state;
  let energy = 0;
  for (let i = from; i < to; i += 1) {
    const x = samples[i] as number;
    const y = shelf.b0 * x + shelf.b1 * x1 + shelf.b2 * x2 - shelf.a1 * y1 - shelf.a2 * y2;
    const z = cut.b0 * y + cut.b1 * y1 + cut.b2 * y2 - cut.a1 * z1 - cut.a2 * z2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    z2 = z1;
    z1 = z;
    energy += z * z;
  }
  state.set([x1, x2, y1, y2, z1, z2]);
  return energy;
}
