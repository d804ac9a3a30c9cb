import { type Frames, framesOf, onsetsOf } from './music-frames.ts';
import { keyOf } from './music-key.ts';
import { likenessAfter, type Tempo, tempoOf } from './music-tempo.ts';

const COEFFICIENTS = 13;

export type Measured = {
  tempo: Tempo;
  key: ReturnType<typeof keyOf>;
  onsetsPerSecond: number;
  centroidHertz: number;
  /** A classifier sees plain features of the sound, nothing of the plan or the score. */
  features: number[];
};

export function measure(left: Float32Array, right: Float32Array, mono: Float32Array, rate: number): Measured {
  const frames = framesOf(mono, rate);
  const tempo = tempoOf(frames);
  const key = keyOf(mono, rate);
  const onsetsPerSecond = (onsetsOf(frames).length * rate) / mono.length;
  const sounding = soundingOf(frames);
  const centroids = sounding.map((f) => frames.centroids[f] as number);
  const centroidHertz = mean(centroids);
  const [low, middle, high] = frames.fluxes;
  return {
    tempo,
    key,
    onsetsPerSecond,
    centroidHertz,
    features: [
      Math.log2(tempo.bpm),
      tempo.clarity,
      onsetsPerSecond,
      key.majorness,
      Math.log2(centroidHertz),
      deviation(centroids) / centroidHertz,
      mean(sounding.map((f) => Math.log10((frames.flatness[f] as number) + 1e-6))),
      shareDb(frames, 0, 120),
      shareDb(frames, 120, 500),
      shareDb(frames, 2_000, 6_000),
      shareDb(frames, 6_000, 16_000),
      deviation(sounding.map((f) => frames.levels[f] as number)),
      ...[low, middle, high].flatMap((flux) => [mean(flux), deviation(flux)]),
      ...likenessAfter(frames, tempo.bpm, [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.5, 2, 3]),
      widthDb(left, right),
      ...cepstrumOf(frames, sounding),
    ],
  };
}

/** Frames within 40 dB of the loudest one. */
function soundingOf({ levels }: Frames): number[] {
  const most = levels.reduce((a, b) => Math.max(a, b), -120);
  return [...levels.keys()].filter((f) => (levels[f] as number) > most - 40);
}

function shareDb({ power, binHertz }: Frames, from: number, to: number): number {
  let inside = 1e-9;
  let all = 1e-9;
  for (const [k, value] of power.entries()) {
    all += value;
    if (k * binHertz >= from && k * binHertz < to) inside += value;
  }
  return 10 * Math.log10(inside / all);
}

function widthDb(left: Float32Array, right: Float32Array): number {
  let side = 1e-9;
  let middle = 1e-9;
  for (let i = 0; i < left.length; i += 1) {
    const l = left[i] as number;
    const r = right[i] as number;
    side += (l - r) ** 2;
    middle += (l + r) ** 2;
  }
  return 10 * Math.log10(side / middle);
}

/** Mean and deviation of the mel cepstrum: the timbre, without its loudness. */
function cepstrumOf({ mel }: Frames, sounding: readonly number[]): number[] {
  const bands = mel[0]?.length ?? 0;
  return Array.from({ length: COEFFICIENTS }, (_, i) => {
    const wave = Float64Array.from({ length: bands }, (__, b) =>
      Math.cos((Math.PI * (i + 1) * (b + 0.5)) / bands),
    );
    const values = sounding.map((f) => {
      const row = mel[f] as Float64Array;
      let sum = 0;
      for (let b = 0; b < row.length; b += 1) sum += (row[b] as number) * (wave[b] as number);
      return sum / row.length;
    });
    return [mean(values), deviation(values)];
  }).flat();
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] as number;
  return sum / Math.max(1, values.length);
}

function deviation(values: ArrayLike<number>): number {
  const middle = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += ((values[i] as number) - middle) ** 2;
  return Math.sqrt(sum / Math.max(1, values.length));
}
