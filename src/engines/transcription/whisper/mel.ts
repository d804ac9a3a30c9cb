const SAMPLE_RATE = 16_000;
const FFT_SIZE = 400;
const HOP = 160;
const BINS = FFT_SIZE / 2 + 1;
export const MELS = 80;
/** 30 seconds: the model takes nothing shorter or longer. */
export const FRAMES = 3_000;
export const FRAME_SECONDS = HOP / SAMPLE_RATE;

const WINDOW = Float64Array.from(
  { length: FFT_SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FFT_SIZE),
);
const COSINES = Float64Array.from({ length: FFT_SIZE }, (_, n) => Math.cos((2 * Math.PI * n) / FFT_SIZE));
const SINES = Float64Array.from({ length: FFT_SIZE }, (_, n) => Math.sin((2 * Math.PI * n) / FFT_SIZE));

type Filter = { first: number; weights: Float64Array };
const FILTERS = melFilters();

/** Log-mel spectrogram [80 × 3000] as the model was trained on: Slaney's scale and areas, 8 decades at most. */
export function logMel(samples: Float32Array): Float32Array {
  const mel = new Float32Array(MELS * FRAMES);
  // Behind the end everything is digital silence; half a window of it still hears the last samples.
  const heard = Math.min(FRAMES, Math.ceil((samples.length + FFT_SIZE / 2) / HOP));
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(BINS);
  let most = -10;
  mel.fill(-10);
  for (let t = 0; t < heard; t += 1) {
    for (let n = 0; n < FFT_SIZE; n += 1)
      frame[n] = reflected(samples, t * HOP + n - FFT_SIZE / 2) * (WINDOW[n] ?? 0);
    powerSpectrum(frame, power);
    for (const [m, { first, weights }] of FILTERS.entries()) {
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

/** 400 has no fast transform of two's powers; folding the real frame halves the plain one, which is fast enough. */
function powerSpectrum(frame: Float64Array, power: Float64Array): void {
  const half = FFT_SIZE / 2;
  const even = new Float64Array(half + 1);
  const odd = new Float64Array(half + 1);
  for (let n = 1; n < half; n += 1) {
    const [a, b] = [frame[n] ?? 0, frame[FFT_SIZE - n] ?? 0];
    even[n] = a + b;
    odd[n] = a - b;
  }
  const [start, middle] = [frame[0] ?? 0, frame[half] ?? 0];
  for (let k = 0; k < BINS; k += 1) {
    let real = start + (k % 2 === 0 ? middle : -middle);
    let imaginary = 0;
    for (let n = 1, angle = k; n < half; n += 1) {
      real += (even[n] as number) * (COSINES[angle] as number);
      imaginary += (odd[n] as number) * (SINES[angle] as number);
      angle += k;
      if (angle >= FFT_SIZE) angle -= FFT_SIZE;
    }
    power[k] = real * real + imaginary * imaginary;
  }
}

/** Linear to 1 kHz, logarithmic above (Slaney); triangles of equal area. */
function melFilters(): Filter[] {
  const step = 200 / 3;
  const logStep = Math.log(6.4) / 27;
  const toHz = (mel: number): number => (mel < 15 ? mel * step : 1_000 * Math.exp(logStep * (mel - 15)));
  const highest = 15 + Math.log(SAMPLE_RATE / 2 / 1_000) / logStep;
  const edges = Array.from({ length: MELS + 2 }, (_, i) => toHz((highest * i) / (MELS + 1)));
  return Array.from({ length: MELS }, (_, m) => {
    const [low = 0, centre = 0, high = 0] = edges.slice(m, m + 3);
    const weights = Array.from({ length: BINS }, (_, k) => {
      const hz = (k * SAMPLE_RATE) / FFT_SIZE;
      const slope = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
      return Math.max(0, slope) * (2 / (high - low));
    });
    const first = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const count = weights.filter((weight) => weight > 0).length;
    return { first, weights: Float64Array.from(weights.slice(first, first + count)) };
  });
}
