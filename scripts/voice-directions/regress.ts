import type { HeardVoice } from '../../src/engines/voice-identity/design/testing/hear-voice.ts';
import { meanOf } from './around-them.ts';
import { solve } from './solve.ts';

type Heard = { style: number[]; heard: HeardVoice };

/** What is moved, and what must stay while something else is moved. */
const MOVED = ['brightness', 'warmth', 'breath', 'energy'] as const;
const MEASURES = [...MOVED, 'pitch', 'rate'] as const;
type Measure = (typeof MEASURES)[number];

const RIDGE = 0.03;
/** How much of one may come along with another: warmth and brightness cannot be had wholly apart. */
const SLACK = 0.15;
/** Every so many of the voices in between judges the fit and takes no part in it. */
const HELD_BACK = 5;

const VALUE_OF: Record<Measure, (heard: HeardVoice) => number> = {
  brightness: ({ brightness }) => brightness,
  warmth: ({ warmth }) => warmth,
  breath: ({ breath }) => breath,
  energy: ({ energy }) => energy,
  pitch: ({ pitchHz }) => Math.log2(pitchHz),
  rate: ({ seconds }) => -Math.log2(seconds),
};

/**
 * Linear: each measure from the style, all voices around taken together; then for each that is moved the step that gains
 * one deviation of it and leaves the others, of all such steps the one that goes most where voices differ anyway.
 */
export function directionsOf(all: readonly Heard[], presetCount: number) {
  const presets = all.slice(0, presetCount);
  const mean = meanOf(presets.map(({ style }) => style));
  const offset = ({ style }: Heard): number[] => style.map((value, i) => value - (mean[i] ?? 0));
  const spread = presets.map(offset);
  const sd = mean.map((_, i) => Math.sqrt(meanOf(spread.map((row) => [(row[i] ?? 0) ** 2]))[0] ?? 0));
  const isJudge = (i: number): boolean => i >= presetCount && i % HELD_BACK === 0;
  const learnt = all.filter((_, i) => !isJudge(i));
  const judges = all.filter((_, i) => isJudge(i));
  const fits = MEASURES.map((measure) => fit(measure, learnt, offset));
  const figures = fits.map(
    (one) =>
      `${one.measure}: R² ${share(one, learnt, offset)} learnt, ${share(one, judges, offset)} held back`,
  );
  // Where voices differ anyway: the covariance of the presets, applied without ever being written out.
  const along = fits.map(({ weights, unit }) => {
    const gains = spread.map((row) => dot(row, weights) / unit / spread.length);
    return mean.map((_, i) => spread.reduce((sum, row, p) => sum + (gains[p] ?? 0) * (row[i] ?? 0), 0));
  });
  const gained = fits.map(({ weights, unit }) => along.map((step) => dot(weights, step) / unit));
  const scale = gained.reduce((sum, row, i) => sum + (row[i] ?? 0), 0) / gained.length;
  const eased = gained.map((row, i) => row.map((value, j) => value + (i === j ? SLACK * scale : 0)));
  const axes = Object.fromEntries(
    fits.slice(0, MOVED.length).map(({ measure, weights, unit }) => {
      const amounts = solve(
        eased,
        MEASURES.map((one) => (one === measure ? 1 : 0)),
      );
      const step = mean.map((_, i) =>
        along.reduce((sum, row, a) => sum + (amounts[a] ?? 0) * (row[i] ?? 0), 0),
      );
      const gain = dot(weights, step) / unit;
      return [measure, { unit, step: step.map((value) => value / gain) }];
    }),
  );
  return { directions: { mean, sd, axes }, figures };
}

type Fit = { measure: Measure; weights: number[]; middle: number; unit: number };

/** Ridge regression in its dual form: there are fewer voices than it would take to weigh 256 numbers freely. */
function fit(measure: Measure, voices: readonly Heard[], offset: (voice: Heard) => number[]): Fit {
  const rows = voices.map(offset);
  const values = voices.map(({ heard }) => VALUE_OF[measure](heard));
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const unit = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  const products = rows.map((a) => rows.map((b) => dot(a, b)));
  const size = products.reduce((sum, row, i) => sum + (row[i] ?? 0), 0) / rows.length;
  const eased = products.map((row, i) => row.map((value, j) => value + (i === j ? RIDGE * size : 0)));
  const dual = solve(
    eased,
    values.map((value) => value - middle),
  );
  const weights = (rows[0] ?? []).map((_, i) =>
    rows.reduce((sum, row, r) => sum + (dual[r] ?? 0) * (row[i] ?? 0), 0),
  );
  return { measure, weights, middle, unit };
}

function share(
  { measure, weights, middle }: Fit,
  voices: readonly Heard[],
  offset: (voice: Heard) => number[],
): string {
  const values = voices.map(({ heard }) => VALUE_OF[measure](heard));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const wrong = voices.reduce(
    (sum, voice, i) => sum + ((values[i] ?? 0) - middle - dot(weights, offset(voice))) ** 2,
    0,
  );
  const whole = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (1 - wrong / whole).toFixed(2);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
