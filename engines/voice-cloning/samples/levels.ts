import type { Span } from '../../voice-activity/index.ts';

const FRAME_SECONDS = 0.02;
/** Margin around speech, for reverberation. */
const MARGIN_SECONDS = 0.1;
/** If there is less background than this, or it was gated, the quietest frames within speech are used. */
const LEAST_BACKGROUND_SECONDS = 0.25;
const DIGITAL_SILENCE = 1e-9;
const QUIETEST_SHARE = 0.05;
const MOST_DB = 60;
const LEAST_POWER = 1e-10;
/** Share of the loudest sample. A voice is rarely near its peak, a clipped one all the time. */
const TOP = 0.96;

export function clippedShare(samples: Float32Array): number {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  return samples.reduce((count, sample) => count + Number(Math.abs(sample) > TOP * peak), 0) / samples.length;
}

export type Levels = { levelDb: number; snrDb: number; background: Span[] };

/** The background is everything outside of speech and its margins. */
export function levelsOf(samples: Float32Array, rate: number, speech: readonly Span[]): Levels {
  const powers = framePowers(samples, rate);
  const seconds = samples.length / rate;
  const within = (spans: readonly Span[]): number[] =>
    spans.flatMap(({ start, end }) =>
      powers.slice(Math.ceil(start / FRAME_SECONDS), Math.floor(end / FRAME_SECONDS)),
    );
  const background = gapsBetween(speech, seconds);
  const speechPowers = within(speech.length > 0 ? speech : [{ start: 0, end: seconds }]);
  const still = within(background);
  // The median over pauses: a click or a breath is not noise.
  const usual = quantile(still, 0.5);
  const hasBackground = still.length * FRAME_SECONDS >= LEAST_BACKGROUND_SECONDS && usual > DIGITAL_SILENCE;
  const noise = Math.max(hasBackground ? usual : quantile(speechPowers, QUIETEST_SHARE), LEAST_POWER);
  const voice = Math.max(mean(speechPowers) - noise, LEAST_POWER);
  return {
    levelDb: 10 * Math.log10(Math.max(mean(speechPowers), LEAST_POWER)),
    snrDb: Math.min(MOST_DB, 10 * Math.log10(voice / noise)),
    background,
  };
}

function framePowers(samples: Float32Array, rate: number): number[] {
  const size = Math.round(FRAME_SECONDS * rate);
  return Array.from({ length: Math.floor(samples.length / size) }, (_, i) =>
    mean(samples.subarray(i * size, (i + 1) * size).map((x) => x * x)),
  );
}

function gapsBetween(speech: readonly Span[], seconds: number): Span[] {
  const edges = [
    0,
    ...speech.flatMap(({ start, end }) => [start - MARGIN_SECONDS, end + MARGIN_SECONDS]),
    seconds,
  ];
  return Array.from({ length: edges.length / 2 }, (_, i) => ({
    start: Math.max(0, edges[2 * i] ?? 0),
    end: Math.min(seconds, edges[2 * i + 1] ?? 0),
  })).filter(({ start, end }) => end - start > FRAME_SECONDS);
}

function quantile(powers: readonly number[], share: number): number {
  const sorted = powers.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] ?? 0;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}
