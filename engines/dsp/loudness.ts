import { createWeighting } from './k-weighting.ts';

/** Blocks of 400 ms that begin every 100 ms. */
export const STEPS_PER_SECOND = 10;
export const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;
/** BS.1770 adds this, so that a full-scale sine at 1 kHz in one channel reads −3.01 LUFS. */
const OFFSET = -0.691;

/**
 * Integrated loudness in LUFS by ITU-R BS.1770-4, of one channel or of left and right. Silence is −Infinity. A sound
 * shorter than a block is measured as if silence followed.
 */
export function integratedLoudness(channels: readonly Float32Array[], sampleRate: number): number {
  return gatedLoudness(blockPowers(channels, sampleRate));
}

/** Takes the powers of overlapping blocks. Leaves out those that are silent, or quiet compared with the others. */
export function gatedLoudness(blocks: readonly number[]): number {
  const audible = blocks.filter((power) => loudnessOf(power) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return -Infinity;
  const gate = loudnessOf(mean(audible)) - RELATIVE_GATE_LU;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}

export function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean square of each block after the K-weighting, summed over the channels. */
function blockPowers(channels: readonly Float32Array[], sampleRate: number): number[] {
  const length = channels[0]?.length ?? 0;
  const startOf = (step: number) => Math.round((step * sampleRate) / STEPS_PER_SECOND);
  const steps = Math.max(Math.floor((length / sampleRate) * STEPS_PER_SECOND + 1e-9), STEPS_PER_BLOCK);
  const bounds = Array.from({ length: steps + 1 }, (_, step) => Math.min(startOf(step), length));
  const energies = new Float64Array(steps);
  for (const channel of channels) {
    const energyOf = createWeighting(sampleRate);
    for (let step = 0; step < steps; step += 1) {
      const energy = energyOf(channel, bounds[step] as number, bounds[step + 1] as number);
      energies[step] = (energies[step] as number) + energy;
    }
  }
  return Array.from({ length: steps - STEPS_PER_BLOCK + 1 }, (_, from) => {
    let energy = 0;
    for (let step = from; step < from + STEPS_PER_BLOCK; step += 1) energy += energies[step] as number;
    return energy / (startOf(from + STEPS_PER_BLOCK) - startOf(from));
  });
}
