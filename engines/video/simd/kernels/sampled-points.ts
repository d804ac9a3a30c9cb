import { PHASE_BITS, PHASES } from '../layout';
import { cubicSample } from './cubic-sample';
import { clampedTo, fractionsOf, linearSamples, pairsOf, texelsAt } from './linear-sample';

const PIXELS = 4;
/** Two points across for each pixel. */
const POINTS_BYTES = 2 * PIXELS * 4;

/** Samples a plane at the positions from `x` and `y` on. A position at the very edge keeps what the target has. */
export function drawCubicPoints(source: i32, width: i32, height: i32, x: i32, y: i32, target: i32, end: i32): void {
  for (; target < end; target += 1, x += 4, y += 4) {
    const value = cubicSample(source, width, height, fineAt(x), fineAt(y));
    if (value >= 0) store<u8>(target, value);
  }
}

@inline
function fineAt(address: i32): i32 {
  return <i32>(<f64>load<f32>(address) * PHASES + 0.5);
}

/**
 * Samples two planes of half the resolution, one behind the other, each pixel at the mean position of four points, whose
 * rows are `stride` bytes apart. Pixels that have not moved keep what the target has.
 */
export function drawColourPoints(
  source: i32, width: i32, height: i32, x: i32, y: i32, stride: i32,
  row: i32, column: i32, target: i32, count: i32,
): void {
  for (let left = count; left > 0; left -= PIXELS, column += PIXELS, target += PIXELS, x += POINTS_BYTES, y += POINTS_BYTES) {
    const own = i32x4.shl(i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3)), PHASE_BITS);
    const fineX = meanOfFour(x, stride);
    const fineY = meanOfFour(y, stride);
    const isMoved = v128.or(i32x4.ne(fineX, own), i32x4.ne(fineY, i32x4.splat(row << PHASE_BITS)));
    const drawn = i32x4.bitmask(v128.and(isMoved, i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3))));
    if (!drawn) continue;
    const xs = clampedTo(width, PHASE_BITS, fineX);
    const ys = clampedTo(height, PHASE_BITS, fineY);
    const texels = texelsAt(source, width, PHASE_BITS, xs, ys);
    const pairs = pairsOf(PHASE_BITS, xs);
    const lower = fractionsOf(PHASE_BITS, ys);
    const blue = linearSamples(texels, 0, width, PHASE_BITS, pairs, lower);
    const red = linearSamples(texels, width * height, width, PHASE_BITS, pairs, lower);
    if (drawn & 1) drawTwo(target, width, i32x4.extract_lane(blue, 0), i32x4.extract_lane(red, 0));
    if (drawn & 2) drawTwo(target + 1, width, i32x4.extract_lane(blue, 1), i32x4.extract_lane(red, 1));
    if (drawn & 4) drawTwo(target + 2, width, i32x4.extract_lane(blue, 2), i32x4.extract_lane(red, 2));
    if (drawn & 8) drawTwo(target + 3, width, i32x4.extract_lane(blue, 3), i32x4.extract_lane(red, 3));
  }
}

/** Positions in `PHASES` of a plane with half the resolution, for four pixels. */
@inline
function meanOfFour(points: i32, stride: i32): v128 {
  const first = f32x4.add(v128.load(points), v128.load(points + stride));
  const second = f32x4.add(v128.load(points, 16), v128.load(points + stride, 16));
  const sum = f32x4.add(
    v128.shuffle<f32>(first, second, 0, 2, 4, 6),
    v128.shuffle<f32>(first, second, 1, 3, 5, 7),
  );
  const half = f32x4.sub(f32x4.mul(sum, f32x4.splat(0.125)), f32x4.splat(0.25));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(half, f32x4.splat(<f32>PHASES)), f32x4.splat(0.5)));
}

@inline
function drawTwo(target: i32, plane: i32, first: i32, second: i32): void {
  store<u8>(target, first);
  store<u8>(target + plane, second);
}
