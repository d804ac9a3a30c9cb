import type { Patch } from './patches.ts';

/** Adds a block of the wave to two channels. `bend` multiplies the pitch. */
export type Oscillator = (bend: number, left: Float32Array, right: Float32Array) => void;

export type OscillatorSettings = Patch['oscillators'][number] & { leftGain: number; rightGain: number };

export function createOscillator(
  settings: OscillatorSettings,
  key: number,
  sampleRate: number,
  index: number,
): Oscillator {
  const { shape, transpose = 0, cents = 0, leftGain, rightGain } = settings;
  const step = (440 * 2 ** ((key + transpose + cents / 100 - 69) / 12)) / sampleRate;
  const fill = fillers[shape](settings, sampleRate);
  const isPure = shape === 'sine' || shape === 'fm';
  // Waves that begin together would cancel or click; a sine begins at zero.
  let phase = isPure ? 0 : (0.13 + 0.37 * index) % 1;
  const wave = new Float64Array(256);
  return (bend, left, right) => {
    const frames = left.length;
    phase = fill(wave, frames, phase, step * bend);
    for (let i = 0; i < frames; i += 1) {
      const sample = wave[i] as number;
      left[i] = (left[i] as number) + sample * leftGain;
      right[i] = (right[i] as number) + sample * rightGain;
    }
  };
}

const TABLE_SIZE = 4_096;
const SINES = Float64Array.from({ length: TABLE_SIZE + 2 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / TABLE_SIZE),
);

/** Takes turns of the circle instead of radians. Reads a table, since `Math.sin` takes longer than all the rest. */
function sineOf(turns: number): number {
  const place = (turns - Math.floor(turns)) * TABLE_SIZE;
  const at = place | 0;
  const low = SINES[at] as number;
  return low + ((SINES[at + 1] as number) - low) * (place - at);
}

/** Writes a block from a phase (0 to 1) on and returns the phase after it. */
type Fill = (wave: Float64Array, frames: number, phase: number, step: number) => number;

function advanced(phase: number, step: number): number {
  const next = phase + step;
  return next >= 1 ? next - 1 : next;
}

const sine = (): Fill => (wave, frames, from, step) => {
  let phase = from;
  for (let i = 0; i < frames; i += 1) {
    wave[i] = sineOf(phase);
    phase = advanced(phase, step);
  }
  return phase;
};

const triangle = (): Fill => (wave, frames, from, step) => {
  let phase = from;
  for (let i = 0; i < frames; i += 1) {
    wave[i] = 1 - 4 * Math.abs(((phase + 0.25) % 1) - 0.5);
    phase = advanced(phase, step);
  }
  return phase;
};

const saw = (): Fill => (wave, frames, from, step) => {
  let phase = from;
  for (let i = 0; i < frames; i += 1) {
    wave[i] = 2 * phase - 1 - rounded(phase, step);
    phase = advanced(phase, step);
  }
  return phase;
};

const pulse =
  ({ width = 0.5 }: OscillatorSettings): Fill =>
  (wave, frames, from, step) => {
    let phase = from;
    for (let i = 0; i < frames; i += 1) {
      const fallen = phase >= width ? phase - width : phase - width + 1;
      const level = phase < width ? 1 : -1;
      wave[i] = level + rounded(phase, step) - rounded(fallen, step) + 1 - 2 * width;
      phase = advanced(phase, step);
    }
    return phase;
  };

/** One sine bends another. The overtones die before the fundamental, as in a bell. */
const fm = ({ ratio = 1, depth = 0 }: OscillatorSettings, sampleRate: number): Fill => {
  let second = 0;
  // Depths are written in radians; phases are counted in turns.
  let bend = depth / (2 * Math.PI);
  const fall = Math.exp(-1.6 / sampleRate);
  return (wave, frames, from, step) => {
    let phase = from;
    for (let i = 0; i < frames; i += 1) {
      wave[i] = sineOf(phase + bend * sineOf(second));
      second += step * ratio;
      if (second >= 1) second -= Math.floor(second);
      bend *= fall;
      phase = advanced(phase, step);
    }
    return phase;
  };
};

const fillers: Record<
  Patch['oscillators'][number]['shape'],
  (settings: OscillatorSettings, sampleRate: number) => Fill
> = { sine, triangle, saw, pulse, fm };

/** PolyBLEP: rounds the edge of a wave by one sample on each side, which takes most of the aliasing away. */
function rounded(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}
