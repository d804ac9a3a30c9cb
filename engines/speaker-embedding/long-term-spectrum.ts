import { createPowerSpectrum, hannWindow, hertzBands } from '../dsp/index.ts';
import { FRAME_SAMPLES, HOP_SAMPLES, speechFrames } from './speech-frames.ts';

const RATE = 16_000;
const FFT_SIZE = 512;
export const SPECTRUM_BANDS = 24;
const LOWEST_HZ = 80;
const HIGHEST_HZ = 7_500;
/** Below the strongest band. The recording ends at the last band above this level: telephone lines end at 4 kHz. */
const DEPTH_DB = 55;

const mel = (hz: number): number => 2_595 * Math.log10(1 + hz / 700);
const hertz = (mels: number): number => 700 * (10 ** (mels / 2_595) - 1);
/** Edges of the triangular bands, in Hz: a band starts at one edge, peaks at the next and ends at the one after. */
export const SPECTRUM_EDGES_HZ = Array.from({ length: SPECTRUM_BANDS + 2 }, (_, i) =>
  hertz(mel(LOWEST_HZ) + ((mel(HIGHEST_HZ) - mel(LOWEST_HZ)) * i) / (SPECTRUM_BANDS + 1)),
);
/** Centres of the bands, in Hz. */
export const SPECTRUM_CENTRES_HZ: readonly number[] = SPECTRUM_EDGES_HZ.slice(1, -1);
const WINDOW = hannWindow(FRAME_SAMPLES);
const TRIANGLES = hertzBands(SPECTRUM_EDGES_HZ, FFT_SIZE / 2 + 1, RATE / FFT_SIZE);

export type LongTermSpectrum = {
  /** Decibels in each band over all speech, with mean 0 over the bands that the recording has. */
  decibels: Float32Array;
  /** 1 for each band up to the highest in the recording, 0 above. */
  bands: Float32Array;
};

/** Takes a levelled 16 kHz sound. */
export function longTermSpectrum(samples: Float32Array): LongTermSpectrum {
  const levels = bandPowers(meanPower(samples)).map((power) => 10 * Math.log10(power + 1e-9));
  const strongest = levels.reduce((most, level) => Math.max(most, level));
  const last = levels.findLastIndex((level) => level > strongest - DEPTH_DB);
  const bands = levels.map((_, band) => (band <= last ? 1 : 0));
  const mean = levels.reduce((sum, level, band) => sum + level * (bands[band] ?? 0), 0) / (last + 1);
  return { decibels: levels.map((level) => level - mean), bands };
}

function meanPower(samples: Float32Array): Float64Array {
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(FFT_SIZE / 2 + 1);
  const sum = new Float64Array(power.length);
  let frames = 0;
  for (const [i, spoken] of speechFrames(samples).entries()) {
    if (!spoken) continue;
    for (let n = 0; n < FRAME_SAMPLES; n += 1)
      frame[n] = (samples[i * HOP_SAMPLES + n] as number) * (WINDOW[n] as number);
    powerSpectrum(frame, power);
    for (let k = 0; k < sum.length; k += 1) sum[k] = (sum[k] as number) + (power[k] as number);
    frames += 1;
  }
  return sum.map((value) => value / Math.max(1, frames));
}

function bandPowers(power: Float64Array): Float32Array {
  return Float32Array.from(TRIANGLES, ({ first, weights }) => {
    let sum = 0;
    for (const [k, weight] of weights.entries()) sum += weight * (power[first + k] as number);
    return sum;
  });
}
