import { createWeighting, type EnergyOf } from './k-weighting.ts';
import { gatedLoudness, STEPS_PER_BLOCK, STEPS_PER_SECOND } from './loudness.ts';

/** Measures a sound that arrives in pieces. */
export type LoudnessMeter = {
  add(channels: readonly Float32Array[]): void;
  /** Mean square after the K-weighting, summed over the channels, of each 100 ms so far. */
  steps(): number[];
};

export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const stepFrames = sampleRate / STEPS_PER_SECOND;
  const weightings: EnergyOf[] = [];
  const done: number[] = [];
  let energy = 0;
  let frames = 0;
  return {
    add(channels) {
      while (weightings.length < channels.length) weightings.push(createWeighting(sampleRate));
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepFrames - frames);
        for (const [c, channel] of channels.entries())
          energy += (weightings[c] as EnergyOf)(channel, from, to);
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
