import type { Frames } from './music-frames.ts';

const SLOWEST = 45;
const FASTEST = 220;
const STEP = 0.0025;
/** People tap near this tempo, whatever is played. */
const USUAL = 115;
const OCTAVES = 0.9;
const BEATS = 8;

export type Tempo = {
  bpm: number;
  /** Regular onsets are near 1, irregular ones near 0. */
  clarity: number;
};

/**
 * The tempo whose beats the onsets repeat after: their autocorrelation at one to eight beats, with a preference for
 * tempos that people would tap. It knows nothing of the score.
 */
export function tempoOf({ flux, perSecond }: Frames): Tempo {
  const likeness = autocorrelation(withoutTrend(flux, Math.round(0.4 * perSecond)));
  let best = { bpm: USUAL, score: -Infinity, clarity: 0 };
  for (let bpm = SLOWEST; bpm <= FASTEST; bpm *= 1 + STEP) {
    const clarity = atBeats(likeness, (60 / bpm) * perSecond);
    const score = clarity * Math.exp(-0.5 * (Math.log2(bpm / USUAL) / OCTAVES) ** 2);
    if (score > best.score) best = { bpm, score, clarity };
  }
  return { bpm: best.bpm, clarity: Math.max(0, best.clarity) };
}

/** Likeness after a time in beats, for rhythms: halves, thirds, bars of three or four. */
export function likenessAfter({ flux, perSecond }: Frames, bpm: number, beats: readonly number[]): number[] {
  const likeness = autocorrelation(withoutTrend(flux, Math.round(0.4 * perSecond)));
  return beats.map((count) => valueAt(likeness, ((count * 60) / bpm) * perSecond));
}

function atBeats(likeness: Float64Array, period: number): number {
  let sum = 0;
  let weights = 0;
  for (let beat = 1; beat <= BEATS && beat * period < likeness.length * 0.75; beat += 1) {
    const weight = beat === 1 || beat === 2 || beat === 4 ? 1 : 0.6;
    sum += weight * valueAt(likeness, beat * period);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

function valueAt(values: Float64Array, place: number): number {
  const at = Math.floor(place);
  const low = values[at] ?? 0;
  const high = values[at + 1] ?? 0;
  return low + (high - low) * (place - at);
}

/** Loud passages must not outweigh the others, so only what stands out locally counts. */
function withoutTrend(flux: Float64Array, reach: number): Float64Array {
  const sharp = flux.map((value, f) => {
    const near = flux.subarray(Math.max(0, f - reach), f + reach + 1);
    return Math.max(0, value - near.reduce((sum, one) => sum + one, 0) / near.length);
  });
  const mean = sharp.reduce((sum, value) => sum + value, 0) / sharp.length;
  // A player is some milliseconds early or late.
  return sharp.map((value, f) => 0.5 * value + 0.25 * ((sharp[f - 1] ?? 0) + (sharp[f + 1] ?? 0)) - mean);
}

function autocorrelation(values: Float64Array): Float64Array {
  const sums = new Float64Array(Math.floor(values.length * 0.9));
  for (let lag = 0; lag < sums.length; lag += 1) {
    let sum = 0;
    for (let f = lag; f < values.length; f += 1) sum += (values[f] as number) * (values[f - lag] as number);
    sums[lag] = sum / (values.length - lag);
  }
  const power = sums[0] || 1;
  return sums.map((sum) => sum / power);
}

/** Says how a measured tempo agrees with the one that was played. */
export function tempoVerdict(measured: number, played: number): string {
  const near = (factor: number) => Math.abs(measured / (played * factor) - 1) < 0.04;
  if (near(1)) return 'yes';
  if (near(2)) return 'double';
  if (near(0.5)) return 'half';
  for (const [factor, name] of [
    [3 / 2, '3:2'],
    [2 / 3, '2:3'],
    [3, '3:1'],
    [1 / 3, '1:3'],
    [4 / 3, '4:3'],
    [3 / 4, '3:4'],
  ] as const)
    if (near(factor)) return name;
  return 'no';
}
