import { PHASE_BITS, PHASES } from '../layout';
import { drawCubic } from './cubic-sample';
import { clampedTo, fractionsOf, linearSamples, pairsOf, texelsAt } from './linear-sample';

const PIXELS = 4;
/** Two points across for each pixel. */
const POINTS_BYTES = 2 * PIXELS * 4;

/**
 * Samples a plane at a rectangle of positions, from `x` and `y` on, into the rows of `target`. A position at the very edge
 * gives the pixel's own value.
 */
export function drawCubicPoints(
  source: i32, width: i32, height: i32, x: i32, y: i32,
  left: i32, top: i32, right: i32, bottom: i32, target: i32,
): void {
  const across = right - left;
  for (let row = top; row < bottom; row += 1) {
    const own = source + row * width + left;
    for (let column = 0; column < across; column += PIXELS) {
      const point = column << 2;
      const bits = across - column < PIXELS ? (1 << (across - column)) - 1 : 15;
      store<u32>(target + column, load<u32>(own + column));
      drawCubic(bits, target + column, source, width, height, fineAt(x + point), fineAt(y + point));
    }
    target += across;
    x += across << 2;
    y += across << 2;
  }
}

@inline
function fineAt(address: i32): v128 {
  const scaled = f32x4.mul(v128.load(address), f32x4.splat(<f32>PHASES));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(scaled, f32x4.splat(0.5)));
}

/**
 * Samples two planes of half the resolution, one behind the other, into the rows of a rectangle in `blue` and in `red`: each
 * pixel at the mean of four positions.
 */
export function drawColourPoints(
  source: i32, width: i32, height: i32, x: i32, y: i32,
  left: i32, top: i32, right: i32, bottom: i32, blue: i32, red: i32,
): void {
  const across = (right - left) << 3;
  for (let row = top; row < bottom; row += 1, x += 2 * across, y += 2 * across) {
    let at = 0;
    for (let column = left; column < right; column += PIXELS, at += POINTS_BYTES) {
      const fineX = meanOfFour(x + at, across);
      const fineY = meanOfFour(y + at, across);
      const xs = clampedTo(width, PHASE_BITS, fineX);
      const ys = clampedTo(height, PHASE_BITS, fineY);
      const texels = texelsAt(source, width, PHASE_BITS, xs, ys);
      const pairs = pairsOf(PHASE_BITS, xs);
      const lower = fractionsOf(PHASE_BITS, ys);
      const ownX = i32x4.shl(i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3)), PHASE_BITS);
      const isOwn = v128.and(i32x4.eq(fineX, ownX), i32x4.eq(fineY, i32x4.splat(row << PHASE_BITS)));
      const own = source + row * width + column;
      // A sample at the very edge of the plane is not exactly the pixel there.
      const ofBlue = linearSamples(texels, 0, width, PHASE_BITS, pairs, lower);
      storeBytes(blue + column - left, v128.bitselect(bytesAt(own), ofBlue, isOwn));
      const ofRed = linearSamples(texels, width * height, width, PHASE_BITS, pairs, lower);
      storeBytes(red + column - left, v128.bitselect(bytesAt(own + width * height), ofRed, isOwn));
    }
    blue += right - left;
    red += right - left;
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
function bytesAt(address: i32): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(address)));
}

@inline
function storeBytes(target: i32, four: v128): void {
  const two = i16x8.narrow_i32x4_s(four, four);
  v128.store_lane<u32>(target, i8x16.narrow_i16x8_u(two, two), 0);
}
