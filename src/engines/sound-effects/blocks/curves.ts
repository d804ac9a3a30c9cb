import type { Chance } from '../../dsp/index.ts';
import { RATE } from './signal.ts';

/** Straight lines between points: a share of the length, its value, the next share, its value, and so on. */
export function lines(length: number, points: readonly number[]): Float32Array {
  return between(length, points, (from, to, x) => from + (to - from) * x);
}

/** Like `lines`, in equal ratios: for frequencies and levels above zero. */
export function glides(length: number, points: readonly number[]): Float32Array {
  return between(length, points, (from, to, x) => from * (to / from) ** x);
}

function between(
  length: number,
  points: readonly number[],
  at: (from: number, to: number, x: number) => number,
): Float32Array {
  const curve = new Float32Array(length);
  let k = 0;
  for (let i = 0; i < length; i += 1) {
    const place = i / Math.max(1, length - 1);
    while (k < points.length - 4 && place > (points[k + 2] as number)) k += 2;
    const [start, from, end, to] = [points[k], points[k + 1], points[k + 2], points[k + 3]] as [
      number,
      number,
      number,
      number,
    ];
    const x = end > start ? Math.min(1, Math.max(0, (place - start) / (end - start))) : 1;
    curve[i] = at(from, to, x);
  }
  return curve;
}

/** Rises for `attack` seconds and then falls by 60 dB in `decay` seconds. */
export function strike(length: number, attack: number, decay: number): Float32Array {
  const curve = new Float32Array(length);
  const rise = Math.max(1, attack * RATE);
  const fall = 10 ** (-3 / (decay * RATE));
  let level = 1;
  for (let i = 0; i < length; i += 1) {
    if (i < rise) curve[i] = i / rise;
    else {
      curve[i] = level;
      level *= fall;
    }
  }
  return curve;
}

/** Swells and fades like half a wave. `peak` is where it is highest, a share of the length. */
export function swell(length: number, peak = 0.5, sharpness = 2): Float32Array {
  const curve = new Float32Array(length);
  for (let i = 0; i < length; i += 1) {
    const place = i / length;
    const x = place < peak ? place / peak : (1 - place) / (1 - peak);
    curve[i] = Math.sin((Math.PI / 2) * Math.max(0, x)) ** sharpness;
  }
  return curve;
}

/** A smooth random walk between two values that turns so often a second. */
export function wander(
  length: number,
  chance: Chance,
  hertz: number,
  [low, high]: readonly [number, number] = [0, 1],
): Float32Array {
  const curve = new Float32Array(length);
  const stride = RATE / hertz;
  let [from, to] = [chance(), chance()];
  let next = stride;
  for (let i = 0; i < length; i += 1) {
    if (i >= next) {
      from = to;
      to = chance();
      next += stride;
    }
    const x = 1 - (next - i) / stride;
    curve[i] = low + (high - low) * (from + (to - from) * x * x * (3 - 2 * x));
  }
  return curve;
}

/** A slow sine between two values. */
export function sway(
  length: number,
  hertz: number,
  [low, high]: readonly [number, number],
  phase = 0,
): Float32Array {
  const curve = new Float32Array(length);
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  // A sine from its two last values: the sum of neighbours is the middle one times twice the cosine of the step.
  let before = Math.sin(phase - (2 * Math.PI * hertz) / RATE);
  let now = Math.sin(phase);
  for (let i = 0; i < length; i += 1) {
    curve[i] = low + (high - low) * (0.5 + 0.5 * now);
    [before, now] = [now, turn * now - before];
  }
  return curve;
}
