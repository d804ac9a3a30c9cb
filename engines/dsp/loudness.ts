import type { Biquad } from './biquad.ts';

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
  for (const channel of channels) addEnergies(energies, channel, bounds, sampleRate);
  return Array.from({ length: steps - STEPS_PER_BLOCK + 1 }, (_, from) => {
    let energy = 0;
    for (let step = from; step < from + STEPS_PER_BLOCK; step += 1) energy += energies[step] as number;
    return energy / (startOf(from + STEPS_PER_BLOCK) - startOf(from));
  });
}

/** Both filters and the sum of squares in one pass: no copy of the sound is made. */
function addEnergies(
  energies: Float64Array,
  channel: Float32Array,
  bounds: readonly number[],
  sampleRate: number,
): void {
  const shelf = headShelf(sampleRate);
  const cut = lowCut(sampleRate);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  let z1 = 0;
  let z2 = 0;
  for (let step = 0; step < energies.length; step += 1) {
    let energy = 0;
    const end = bounds[step + 1] as number;
    for (let i = bounds[step] as number; i < end; i += 1) {
      const x = channel[i] as number;
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
    energies[step] = (energies[step] as number) + energy;
  }
}

// The recommendation tabulates both filters at 48 kHz only. These are the analogue filters behind that table.

export function headShelf(sampleRate: number): Biquad {
  const frequency = 1681.974450955533;
  const gainDb = 3.999843853973347;
  const q = 0.7071752369554196;
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

export function lowCut(sampleRate: number): Biquad {
  const frequency = 38.13547087602444;
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
