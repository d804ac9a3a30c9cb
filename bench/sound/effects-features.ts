import { createPowerSpectrum, hannWindow, toDecibels } from '../../engines/dsp/index.ts';

const SIZE = 2_048;
const HOP = 1_024;
/** Noise is told from tones in this range. */
const FLATNESS_HERTZ = [100, 10_000] as const;
const BASS_HERTZ = 150;
/** Frames this far under the loudest one are left out. */
const QUIET_DB = 35;
const ONSET = { everySeconds: 0.01, riseDb: 8, overSteps: 3, apartSteps: 9, quietDb: 22 };

export type Features = {
  seconds: number;
  /** Rises of the level by 8 dB within 30 ms, at least 90 ms apart: heel and sole are one step. */
  onsets: number;
  /** 0: one tone, 0.56: white noise. Mean over the frames, by their energy. */
  flatness: number;
  /** Share of the energy under 150 Hz. */
  bass: number;
  /** Middle of the energy in octaves, in Hz. */
  middle: number;
  /** The mean of the middle in the last third, against the first one, tells how it moves. */
  drift: number;
  /** The strongest frequency: its median, its tenth and ninetieth percentile, and the last third against the first. */
  pitch: { median: number; low: number; high: number; drift: number };
  /** Share of the length at which it is loudest. */
  peakAt: number;
  /** The first and the last tenth are this much quieter than the loudest tenth of the length. */
  firstDb: number;
  lastDb: number;
  /** Standard deviation of the level of pieces of half a second. */
  unsteadyDb: number;
};

/** Plain descriptions of a sound that know nothing of the kinds. */
export function featuresOf(samples: Float32Array, rate: number): Features {
  const frames = framesOf(samples, rate);
  const loudest = Math.max(...frames.map(({ energy }) => energy));
  const heard = frames.filter(({ energy }) => energy > loudest * 10 ** (-QUIET_DB / 10));
  const energy = sum(heard.map((frame) => frame.energy));
  const weighted = (of: (frame: Frame) => number, among = heard) =>
    sum(among.map((frame) => frame.energy * of(frame))) / sum(among.map((frame) => frame.energy));
  const third = Math.ceil(heard.length / 3);
  const first = heard.slice(0, third);
  const last = heard.slice(-third);
  const octaves = (among: readonly Frame[]) => weighted(({ middle }) => Math.log2(middle), [...among]);
  const pitches = heard.map(({ pitch }) => pitch).sort((a, b) => a - b);
  const at = (share: number) => pitches[Math.floor(share * (pitches.length - 1))] ?? 0;
  const tenths = levels(samples, samples.length / 10);
  const most = Math.max(...tenths);
  const halves = levels(samples, rate / 2).slice(0, Math.max(1, Math.floor((2 * samples.length) / rate)));
  return {
    seconds: samples.length / rate,
    onsets: onsetsOf(samples, rate),
    flatness: weighted(({ flatness }) => flatness),
    bass: sum(heard.map((frame) => frame.bass)) / energy,
    middle: 2 ** octaves(heard),
    drift: 2 ** (octaves(last) - octaves(first)),
    pitch: { median: at(0.5), low: at(0.1), high: at(0.9), drift: medianOf(last) / medianOf(first) },
    peakAt: tenths.indexOf(most) / (tenths.length - 1),
    firstDb: most - (tenths[0] as number),
    lastDb: most - (tenths.at(-1) as number),
    unsteadyDb: deviation(halves),
  };
}

type Frame = { energy: number; bass: number; flatness: number; middle: number; pitch: number };

function framesOf(samples: Float32Array, rate: number): Frame[] {
  const spectrum = createPowerSpectrum(SIZE);
  const window = hannWindow(SIZE);
  const frame = new Float64Array(SIZE);
  const power = new Float64Array(SIZE / 2);
  const frames: Frame[] = [];
  for (let from = 0; from === 0 || from + SIZE <= samples.length; from += HOP) {
    for (let i = 0; i < SIZE; i += 1) frame[i] = (window[i] as number) * (samples[from + i] ?? 0);
    spectrum(frame, power);
    frames.push(describe(power, rate / SIZE));
  }
  return frames;
}

function describe(power: Float64Array, hertzPerBin: number): Frame {
  let energy = 0;
  let bass = 0;
  let octaves = 0;
  let strongest = 2;
  let logs = 0;
  let band = 0;
  let bins = 0;
  for (let bin = 2; bin < power.length; bin += 1) {
    const level = (power[bin] as number) + 1e-15;
    const hertz = bin * hertzPerBin;
    energy += level;
    octaves += level * Math.log2(hertz);
    if (hertz < BASS_HERTZ) bass += level;
    if (level > (power[strongest] as number)) strongest = bin;
    if (hertz < FLATNESS_HERTZ[0] || hertz > FLATNESS_HERTZ[1]) continue;
    logs += Math.log(level);
    band += level;
    bins += 1;
  }
  const [a, b, c] = [-1, 0, 1].map((k) => Math.log((power[strongest + k] ?? 0) + 1e-15)) as [
    number,
    number,
    number,
  ];
  const bend = a - 2 * b + c;
  const pitch = (strongest + (bend < 0 ? (0.5 * (a - c)) / bend : 0)) * hertzPerBin;
  const flatness = Math.exp(logs / bins) / (band / bins);
  return { energy, bass, flatness, middle: 2 ** (octaves / energy), pitch };
}

function onsetsOf(samples: Float32Array, rate: number): number {
  const { everySeconds, riseDb, overSteps, apartSteps, quietDb } = ONSET;
  const steps = levels(samples, rate * everySeconds);
  const loudest = Math.max(...steps);
  let count = 0;
  let last = -apartSteps;
  for (const [i, level] of steps.entries()) {
    const before = Math.min(...[1, 2, 3].slice(0, overSteps).map((k) => steps[i - k] ?? -120));
    if (level < loudest - quietDb || level - before < riseDb || i - last < apartSteps) continue;
    [count, last] = [count + 1, i];
  }
  return count;
}

function levels(samples: Float32Array, stepSamples: number): number[] {
  const count = Math.max(1, Math.floor(samples.length / stepSamples + 1e-9));
  return Array.from({ length: count }, (_, i) => {
    const part = samples.subarray(Math.round(i * stepSamples), Math.round((i + 1) * stepSamples));
    const power = part.reduce((all, x) => all + x * x, 0) / Math.max(1, part.length);
    return toDecibels(Math.sqrt(power) + 1e-6);
  });
}

function medianOf(frames: readonly Frame[]): number {
  return frames.map(({ pitch }) => pitch).sort((a, b) => a - b)[Math.floor(frames.length / 2)] ?? 0;
}

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
