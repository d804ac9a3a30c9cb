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
  const filters: ((x: number) => number)[] = [];
  const done: number[] = [];
  let energy = 0;
  let frames = 0;
  return {
    add(channels) {
      while (filters.length < channels.length) filters.push(createWeighting(sampleRate));
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepFrames - frames);
        for (const [c, channel] of channels.entries()) {
          const weighted = filters[c] as (x: number) => number;
          for (let i = from; i < to; i += 1) energy += weighted(channel[i] as number) ** 2;
        }
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

/** Like `integratedLoudness`, of the steps of a meter. */
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

function createWeighting(sampleRate: number): (x: number) => number {
  const [shelf, cut] = [createFilter(headShelf(sampleRate)), createFilter(lowCut(sampleRate))];
  return (x) => cut(shelf(x));
}

function createFilter({ b0, b1, b2, a1, a2 }: Biquad): (x: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}
