import { createPowerSpectrum, melBands } from '../dsp/index.ts';

/** Same as in training: Kaldi's cepstra for telephone speech. */
const SAMPLE_RATE = 8_000;
export const FRAME_SAMPLES = 200;
export const HOP_SAMPLES = 80;
export const FFT_SIZE = 256;
const BINS = FFT_SIZE / 2;
export const COEFFICIENTS = 23;
const LOWEST_HZ = 20;
const HIGHEST_HZ = 3_700;
export const PRE_EMPHASIS = 0.97;
const LIFTER = 22;
/** Training used 16-bit integer samples. */
export const FULL_SCALE = 32_768;
/** Training added noise of one step to each sample; its power in a band keeps silence from minus infinity. */
export const NOISE_POWER = 100;
export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP_SAMPLES;

export const WINDOW = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, n) => (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (FRAME_SAMPLES - 1))) ** 0.85,
);
export const BANDS = melBands({
  count: COEFFICIENTS,
  lowestHz: LOWEST_HZ,
  highestHz: HIGHEST_HZ,
  bins: BINS,
  binHz: SAMPLE_RATE / FFT_SIZE,
});
export const COSINES = liftedCosines();

/** `COEFFICIENTS` numbers for each 10 ms, frame by frame; the first is the log energy. Takes 8 kHz. */
export function mfcc(samples: Float32Array): Float32Array {
  const frames = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / HOP_SAMPLES) + 1);
  const features = new Float32Array(frames * COEFFICIENTS);
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(BINS);
  const bands = new Float64Array(COEFFICIENTS);
  for (let t = 0; t < frames; t += 1) {
    const energy = cutFrame(samples, t * HOP_SAMPLES, frame);
    powerSpectrum(frame, power);
    for (const [b, { first, weights }] of BANDS.entries()) {
      let sum = NOISE_POWER;
      for (let k = 0; k < weights.length; k += 1) sum += (weights[k] ?? 0) * (power[first + k] ?? 0);
      bands[b] = Math.log(sum);
    }
    const at = t * COEFFICIENTS;
    features[at] = Math.log(energy);
    for (let c = 1; c < COEFFICIENTS; c += 1) {
      let sum = 0;
      for (let b = 0; b < COEFFICIENTS; b += 1) sum += (COSINES[c * COEFFICIENTS + b] ?? 0) * (bands[b] ?? 0);
      features[at + c] = sum;
    }
  }
  return features;
}

/** Writes the frame for the transform. Returns its energy before pre-emphasis and window. */
function cutFrame(samples: Float32Array, from: number, frame: Float64Array): number {
  let mean = 0;
  for (let n = 0; n < FRAME_SAMPLES; n += 1) mean += samples[from + n] ?? 0;
  mean /= FRAME_SAMPLES;
  let energy = FRAME_SAMPLES;
  let before = ((samples[from] ?? 0) - mean) * FULL_SCALE;
  for (let n = 0; n < FRAME_SAMPLES; n += 1) {
    const value = ((samples[from + n] ?? 0) - mean) * FULL_SCALE;
    energy += value * value;
    frame[n] = (value - PRE_EMPHASIS * before) * (WINDOW[n] ?? 0);
    before = value;
  }
  return energy;
}

/** Cosine transform with liftering: raises the higher coefficients. */
function liftedCosines(): Float64Array {
  const size = COEFFICIENTS;
  return Float64Array.from({ length: size * size }, (_, i) => {
    const c = Math.floor(i / size);
    const b = i % size;
    const scale = Math.sqrt((c === 0 ? 1 : 2) / size);
    const lift = 1 + (LIFTER / 2) * Math.sin((Math.PI * c) / LIFTER);
    return lift * scale * Math.cos((Math.PI / size) * (b + 0.5) * c);
  });
}
