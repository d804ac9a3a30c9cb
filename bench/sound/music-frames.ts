import { createPowerSpectrum, hannWindow, melBands } from '../../engines/dsp/index.ts';

const SIZE = 2_048;
const HOP = 1_024;
const BANDS = 40;
const LOWEST_HERTZ = 30;
const HIGHEST_HERTZ = 16_000;
/** A band that lies further below the loudest one of a piece is not heard. */
const RANGE_DB = 70;

/** Every measurement starts from a row of numbers for each frame of 46 ms. */
export type Frames = {
  perSecond: number;
  /** Values are in dB, at most 70 below the loudest of the piece. */
  mel: Float64Array[];
  /** Rises of all mel bands since the frame before, in dB. */
  flux: Float64Array;
  /** The same for the lowest, middle and highest third of the bands. */
  fluxes: [Float64Array, Float64Array, Float64Array];
  /** Mean over the frames that sound. */
  power: Float64Array;
  levels: Float64Array;
  centroids: Float64Array;
  /** Geometric over arithmetic mean of the spectrum: 0 is a tone, 1 is noise. */
  flatness: Float64Array;
  binHertz: number;
};

export function framesOf(samples: Float32Array, rate: number): Frames {
  const spectrum = createPowerSpectrum(SIZE);
  const window = hannWindow(SIZE);
  const bins = SIZE / 2;
  const binHertz = rate / SIZE;
  const bands = melBands({
    count: BANDS,
    lowestHz: LOWEST_HERTZ,
    highestHz: HIGHEST_HERTZ,
    bins,
    binHz: binHertz,
  });
  const count = Math.max(2, Math.floor(samples.length / HOP));
  const frame = new Float64Array(SIZE);
  const power = new Float64Array(bins);
  const sum = new Float64Array(bins);
  const [levels, centroids, flatness] = [0, 1, 2].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const mel: Float64Array[] = [];
  for (let f = 0; f < count; f += 1) {
    for (let i = 0; i < SIZE; i += 1)
      frame[i] = (window[i] as number) * (samples[f * HOP - SIZE / 2 + i] ?? 0);
    spectrum(frame, power);
    mel.push(
      Float64Array.from(bands, ({ first, weights }) => {
        let energy = 0;
        for (let i = 0; i < weights.length; i += 1)
          energy += (weights[i] as number) * (power[first + i] as number);
        return 10 * Math.log10(energy + 1e-9);
      }),
    );
    const shape = shapeOf(power, binHertz);
    levels[f] = shape.level;
    centroids[f] = shape.centroid;
    flatness[f] = shape.flatness;
    for (let k = 0; k < bins; k += 1) sum[k] = (sum[k] as number) + (power[k] as number) / count;
  }
  const floor = mel.reduce((most, row) => row.reduce((a, b) => Math.max(a, b), most), -90) - RANGE_DB;
  for (const row of mel) for (const [b, level] of row.entries()) row[b] = Math.max(level, floor);
  const third = Math.floor(BANDS / 3);
  const fluxOf = (from: number, to: number) =>
    Float64Array.from(mel, (row, f) => rise(mel[f - 1], row, from, to));
  return {
    perSecond: rate / HOP,
    mel,
    flux: fluxOf(0, BANDS),
    fluxes: [fluxOf(0, third), fluxOf(third, 2 * third), fluxOf(2 * third, BANDS)],
    power: sum,
    levels,
    centroids,
    flatness,
    binHertz,
  };
}

function shapeOf(power: Float64Array, binHertz: number) {
  let sum = 1e-12;
  let weighted = 0;
  let logs = 0;
  for (let k = 1; k < power.length; k += 1) {
    const value = power[k] as number;
    sum += value;
    weighted += value * k * binHertz;
    logs += Math.log(value + 1e-9);
  }
  const bins = power.length - 1;
  return {
    level: 10 * Math.log10(sum),
    centroid: weighted / sum,
    flatness: Math.min(1, Math.exp(logs / bins) / (sum / bins)),
  };
}

function rise(before: Float64Array | undefined, now: Float64Array, from: number, to: number): number {
  if (!before) return 0;
  let sum = 0;
  for (let b = from; b < to; b += 1) sum += Math.max(0, (now[b] as number) - (before[b] as number));
  return sum / (to - from);
}

/** Moments at which something begins: rises that stand out from their surroundings. */
export function onsetsOf({ flux, perSecond }: Frames): number[] {
  const reach = Math.round(0.03 * perSecond);
  const around = Math.round(0.25 * perSecond);
  const onsets: number[] = [];
  for (let f = 1; f < flux.length; f += 1) {
    const here = flux[f] as number;
    const near = flux.subarray(Math.max(0, f - reach), f + reach + 1);
    const far = flux.subarray(Math.max(0, f - around), f + around + 1);
    const mean = far.reduce((sum, value) => sum + value, 0) / far.length;
    const isHighest = near.every((value) => value <= here);
    if (isHighest && here > 1.2 * mean + 0.25 && f / perSecond - (onsets.at(-1) ?? -1) > 0.05)
      onsets.push(f / perSecond);
  }
  return onsets;
}
