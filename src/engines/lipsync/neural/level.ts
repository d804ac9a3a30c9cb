/** The network has learnt from speech of this level (root mean square); 10 dB more or less do not matter. */
const TARGET = 0.08;
const MOST_GAIN = 300;
const PIECE_SAMPLES = 800;
/** Pieces that are this far below the loud ones are pauses and say nothing about the level of speech. */
const PAUSE_BELOW = 0.1;
const LOUD_QUANTILE = 0.9;

/** By what a sound is multiplied so that its speech has the level that the network knows. */
export function gainFor(samples: Float32Array): number {
  const powers = Array.from({ length: Math.ceil(samples.length / PIECE_SAMPLES) }, (_, i) =>
    powerOf(samples.subarray(i * PIECE_SAMPLES, (i + 1) * PIECE_SAMPLES)),
  ).sort((a, b) => a - b);
  const loud = powers[Math.floor(LOUD_QUANTILE * (powers.length - 1))] ?? 0;
  const spoken = powers.filter((power) => power >= loud * PAUSE_BELOW ** 2);
  const mean = spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length);
  return mean > 0 ? Math.min(MOST_GAIN, TARGET / Math.sqrt(mean)) : 1;
}

function powerOf(piece: Float32Array): number {
  return piece.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, piece.length);
}
