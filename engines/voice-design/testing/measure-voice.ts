import { createPowerSpectrum, PITCHES_PER_SECOND, pitchesOf, resampled } from '../../dsp/index.ts';

/** Acoustic measurements of a voice. Only comparable between recordings of the same words. */
export type VoiceMeasures = {
  pitchHz: number;
  /** Semitones between low and high moments. */
  energy: number;
  /** Decibels of high against low frequencies, and of the lowest against the middle ones. */
  brightness: number;
  warmth: number;
  /** Difference of the voice from itself one period later: 0 for none, 1 for noise. */
  breath: number;
  seconds: number;
};

const RATE = 16_000;
const FFT = 1_024;
const HOP = RATE / PITCHES_PER_SECOND;
const BANDS = { lowest: [100, 500], low: [100, 1_500], middle: [500, 2_000], high: [2_500, 7_000] } as const;

export function measureVoice(sound: Float32Array, rate: number): VoiceMeasures {
  const samples = resampled(sound, rate, RATE);
  const pitches = pitchesOf(samples);
  const voiced = [...pitches.entries()].filter(([, pitch]) => pitch > 0);
  const sorted = voiced.map(([, pitch]) => pitch).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const spectrum = spectrumOf(samples);
  const level = (band: readonly [number, number]): number => 10 * Math.log10(energyIn(spectrum, band));
  return {
    pitchHz: at(0.5),
    energy: 12 * Math.log2(at(0.85) / at(0.15)),
    brightness: level(BANDS.high) - level(BANDS.low),
    warmth: level(BANDS.lowest) - level(BANDS.middle),
    breath: mean(voiced.map(([i, pitch]) => unlikeness(samples, i * HOP, RATE / pitch))),
    seconds: samples.length / RATE,
  };
}

function spectrumOf(samples: Float32Array): Float64Array {
  const powersOf = createPowerSpectrum(FFT);
  const power = new Float64Array(FFT / 2);
  const sum = new Float64Array(FFT / 2);
  for (let from = 0; from + FFT <= samples.length; from += FFT / 2) {
    const windowed = Float64Array.from(
      { length: FFT },
      (_, i) => (samples[from + i] ?? 0) * Math.sin((Math.PI * i) / FFT) ** 2,
    );
    powersOf(windowed, power);
    for (let k = 0; k < sum.length; k += 1) sum[k] = (sum[k] ?? 0) + (power[k] ?? 0);
  }
  return sum;
}

function energyIn(spectrum: Float64Array, [low, high]: readonly [number, number]): number {
  const bin = (hertz: number): number => Math.round((hertz * FFT) / RATE);
  return spectrum.subarray(bin(low), bin(high)).reduce((sum, power) => sum + power, 1e-12);
}

/** Uses the differences of the signal rather than the signal: noise is in the high frequencies. */
function unlikeness(samples: Float32Array, from: number, period: number): number {
  const length = Math.round(2.5 * period);
  const slope = (i: number): number => (samples[i + 1] ?? 0) - (samples[i] ?? 0);
  let best = 0;
  for (let lag = Math.floor(period) - 1; lag <= Math.ceil(period) + 1; lag += 1) {
    let product = 0;
    let own = 1e-12;
    let other = 1e-12;
    for (let i = from; i < from + length; i += 1) {
      product += slope(i) * slope(i + lag);
      own += slope(i) ** 2;
      other += slope(i + lag) ** 2;
    }
    best = Math.max(best, product / Math.sqrt(own * other));
  }
  return 1 - best;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
