import { ACROSS_AT, DOWN_AT, PHASE_BITS, PHASES } from './layout.ts';

/** Samples a plane between its pixels, rounded to an integer. Pixel centres are at integer coordinates. */
export type Sample = (plane: Uint8Array, width: number, height: number, x: number, y: number) => number;

/** Fixed-point fractions of a weight. Integers are the fastest with byte arrays. */
const BITS = 7;
const ONE = 1 << BITS;
const HALF = 1 << (2 * BITS - 1);

/** Coordinates are clamped to the plane. */
export const sampleLinear: Sample = (plane, width, height, x, y) =>
  linearAt(plane, width, height, Math.floor(x * PHASES + 0.5), Math.floor(y * PHASES + 0.5));

/** Catmull-Rom: keeps grain and edges that linear sampling would blur. Exact at pixel centres. */
export const sampleCubic: Sample = (plane, width, height, x, y) =>
  cubicAt(plane, width, height, Math.floor(x * PHASES + 0.5), Math.floor(y * PHASES + 0.5));

/** `sampleLinear` with coordinates in integer `PHASES` of a pixel, because V8 allocates for fractional arguments. */
export function linearAt(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const px = Math.max(0, Math.min((width - 1) * PHASES - 1, x));
  const py = Math.max(0, Math.min((height - 1) * PHASES - 1, y));
  const right = px & (PHASES - 1);
  const down = py & (PHASES - 1);
  const at = Math.imul(py >> PHASE_BITS, width) + (px >> PHASE_BITS);
  const upper = pixel(plane, at) * (ONE - right) + pixel(plane, at + 1) * right;
  const lower = pixel(plane, at + width) * (ONE - right) + pixel(plane, at + width + 1) * right;
  return (upper * (ONE - down) + lower * down + HALF) >> (2 * BITS);
}

/** Weights of four neighbours for each phase between the second and the third. They always sum to `ONE`. */
const CUBIC_WEIGHTS = Int32Array.from({ length: PHASES * 4 }, (_, i) => {
  const t = (i >> 2) / PHASES;
  const rounded = [0, 1, 2, 3].map((neighbour) => Math.round(catmullRom(neighbour, t) * ONE));
  const nearest = t < 0.5 ? 1 : 2;
  const rest = ONE - rounded.reduce((sum, one) => sum + one, 0);
  return (rounded[i & 3] ?? 0) + ((i & 3) === nearest ? rest : 0);
});

/** `sampleCubic` with coordinates in integer `PHASES`. Linear at the edge of the plane. */
export function cubicAt(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const left = x >> PHASE_BITS;
  const top = y >> PHASE_BITS;
  if (left < 1 || top < 1 || left > width - 3 || top > height - 3)
    return linearAt(plane, width, height, x, y);
  const across = (x & (PHASES - 1)) << 2;
  const down = (y & (PHASES - 1)) << 2;
  const a = weight(across);
  const b = weight(across + 1);
  const c = weight(across + 2);
  const d = weight(across + 3);
  let at = (Math.imul(top - 1, width) + left - 1) | 0;
  let sum = HALF;
  for (let row = 0; row < 4; row += 1, at = (at + width) | 0) {
    const line =
      Math.imul(a, pixel(plane, at)) +
      Math.imul(b, pixel(plane, at + 1)) +
      Math.imul(c, pixel(plane, at + 2)) +
      Math.imul(d, pixel(plane, at + 3));
    sum = (sum + Math.imul(weight(down + row), line | 0)) | 0;
  }
  return sum >> (2 * BITS);
}

const pixel = (plane: Uint8Array, at: number): number => plane[at] as number;
const weight = (at: number): number => CUBIC_WEIGHTS[at] as number;

function catmullRom(neighbour: number, t: number): number {
  if (neighbour === 0) return t * (t * (1 - 0.5 * t) - 0.5);
  if (neighbour === 1) return 1 + t * t * (1.5 * t - 2.5);
  if (neighbour === 2) return t * (0.5 + t * (2 - 1.5 * t));
  return t * t * (0.5 * t - 0.5);
}

/** Writes the weights to where the kernels expect them. */
export function writeWeights(memory: ArrayBuffer): void {
  const across = new Int16Array(memory, ACROSS_AT, PHASES * 8);
  const down = new Int32Array(memory, DOWN_AT, PHASES * 8);
  for (let phase = 0; phase < PHASES; phase += 1)
    for (let i = 0; i < 8; i += 1) {
      across[8 * phase + i] = weight(4 * phase + (i & 3));
      down[8 * phase + i] = weight(4 * phase + (i >> 1));
    }
}
