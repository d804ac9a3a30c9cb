/** The network has learnt from speech of this level (root mean square); 10 dB more or less do not matter. */
const TARGET = 0.08;
const MOST_GAIN = 300;
const PIECE_SAMPLES = 800;
/** An hour is as loud as two minutes out of all of it. */
const MOST_PIECES = 2_400;
/** Pieces that are this far below the loud ones are pauses and say nothing about the level of speech. */
const PAUSE_BELOW = 0.1;
const LOUD_QUANTILE = 0.9;

/** By what a sound is multiplied so that its speech has the level that the network knows. */
export function gainFor(samples: Float32Array): number {
  const pieces = Math.ceil(samples.length / PIECE_SAMPLES);
  const every = Math.ceil(pieces / MOST_PIECES);
  const powers = Array.from({ length: Math.ceil(pieces / Math.max(1, every)) }, (_, i) =>
    powerOf(samples, i * every * PIECE_SAMPLES),
  ).sort((a, b) => a - b);
  const loud = powers[Math.floor(LOUD_QUANTILE * (powers.length - 1))] ?? 0;
  const spoken = powers.filter((power) => power >= loud * PAUSE_BELOW ** 2);
  const mean = spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length);
  return mean > 0 ? Math.min(MOST_GAIN, TARGET / Math.sqrt(mean)) : 1;
}

function powerOf(samples: Float32Array, from: number): number {
  const to = Math.min(samples.length, from + PIECE_SAMPLES);
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (samples[i] ?? 0) ** 2;
  return sum / (to - from);
}
