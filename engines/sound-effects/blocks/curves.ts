import type { Chance } from '../../dsp/index.ts';
import { RATE } from './signal.ts';

/** A curve that is dear to compute is computed this often, with straight lines between. */
const STEP = 16;

/** Straight lines between points: a share of the length, its value, the next share, its value, and so on. */
export function lines(length: number, points: readonly number[]): Float32Array {
  return between(length, points, (curve, from, to, first, last) => {
    const step = (last - first) / (to - from);
    for (let i = Math.max(0, Math.ceil(from)); i < Math.min(to, length); i += 1)
      curve[i] = first + step * (i - from);
  });
}

/** Moves in equal ratios where `lines` moves in equal steps. Suits frequencies and levels above zero. */
export function glides(length: number, points: readonly number[]): Float32Array {
  return between(length, points, (curve, from, to, first, last) => {
    const ratio = (last / first) ** (1 / (to - from));
    const start = Math.max(0, Math.ceil(from));
    let level = first * ratio ** (start - from);
    for (let i = start; i < Math.min(to, length); i += 1) {
      curve[i] = level;
      level *= ratio;
    }
  });
}

type Draw = (curve: Float32Array, from: number, to: number, first: number, last: number) => void;

/** Draws one piece after the other; before the first point and after the last one the curve stays where it is. */
function between(length: number, points: readonly number[], draw: Draw): Float32Array {
  const curve = new Float32Array(length).fill(points.at(-1) as number);
  const scale = Math.max(1, length - 1);
  curve.fill(points[1] as number, 0, Math.ceil(Math.max(0, points[0] as number) * scale));
  for (let k = 0; k + 3 < points.length; k += 2) {
    const [from, first, to, last] = points.slice(k, k + 4) as [number, number, number, number];
    if (to > from) draw(curve, from * scale, to * scale, first, last);
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
  const levelAt = (i: number) => {
    const place = Math.min(1, i / length);
    const x = place < peak ? place / peak : (1 - place) / (1 - peak);
    return Math.sin((Math.PI / 2) * Math.max(0, x)) ** sharpness;
  };
  for (let from = 0; from < length; from += STEP) {
    const level = levelAt(from);
    const slope = (levelAt(from + STEP) - level) / STEP;
    for (let i = from; i < Math.min(from + STEP, length); i += 1) curve[i] = level + slope * (i - from);
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
  let from = chance();
  let to = chance();
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

/** A sine between two values. */
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
    const next = turn * now - before;
    before = now;
    now = next;
  }
  return curve;
}
