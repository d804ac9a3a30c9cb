import { createPowerSpectrum, hannWindow, slaneyBands } from '../../dsp/index.ts';

const SAMPLE_RATE = 16_000;
const FFT_SIZE = 400;
const HOP = 160;
const BINS = FFT_SIZE / 2 + 1;
export const MELS = 80;
/** 30 seconds, the only length that the model accepts. */
export const FRAMES = 3_000;

const WINDOW = hannWindow(FFT_SIZE);
const BANDS = slaneyBands({
  count: MELS,
  highestHz: SAMPLE_RATE / 2,
  bins: BINS,
  binHz: SAMPLE_RATE / FFT_SIZE,
});
const powerSpectrum = createPowerSpectrum(FFT_SIZE);

/** Log-mel spectrogram [80 × 3000] as the model was trained on: Slaney's scale and areas, 8 decades at most. */
export function logMel(samples: Float32Array): Float32Array {
  const mel = new Float32Array(MELS * FRAMES);
  // After the end there is digital silence; half a window of it still overlaps the last samples.
  const frames = Math.min(FRAMES, Math.ceil((samples.length + FFT_SIZE / 2) / HOP));
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(BINS);
  let most = -10;
  mel.fill(-10);
  for (let t = 0; t < frames; t += 1) {
    for (let n = 0; n < FFT_SIZE; n += 1)
      frame[n] = reflected(samples, t * HOP + n - FFT_SIZE / 2) * (WINDOW[n] ?? 0);
    powerSpectrum(frame, power);
    for (const [m, { first, weights }] of BANDS.entries()) {
      let sum = 0;
      for (let k = 0; k < weights.length; k += 1) sum += (weights[k] ?? 0) * (power[first + k] ?? 0);
      const value = Math.log10(Math.max(1e-10, sum));
      mel[m * FRAMES + t] = value;
      most = Math.max(most, value);
    }
  }
  return mel.map((value) => (Math.max(value, most - 8) + 4) / 4);
}

function reflected(samples: Float32Array, at: number): number {
  return samples[at < 0 ? -at : at] ?? 0;
}
