import { ACROSS_AT, ACROSS_BYTES, DOWN_AT, DOWN_BYTES, PHASE_BITS, PHASES } from '../layout';

/** Bits of the products of two weights. */
const PRODUCT_BITS = 14;

/** Samples like `cubicAt`, at a position in `PHASES`. It is -1 if that is too close to the edge of the plane. */
@inline
export function cubicSample(source: i32, width: i32, height: i32, fineX: i32, fineY: i32): i32 {
  const left = fineX >> PHASE_BITS;
  const top = fineY >> PHASE_BITS;
  if (!(i32(left >= 1) & i32(top >= 1) & i32(width - left >= 3) & i32(height - top >= 3))) return -1;
  const at = source + (top - 1) * width + (left - 1);
  const across = v128.load((fineX & (PHASES - 1)) * ACROSS_BYTES, ACROSS_AT);
  const down = (fineY & (PHASES - 1)) * DOWN_BYTES;
  const upper = i32x4.mul(twoRows(at, width, across), v128.load(down, DOWN_AT));
  const lower = i32x4.mul(twoRows(at + 2 * width, width, across), v128.load(down, DOWN_AT + 16));
  const sums = i32x4.add(upper, lower);
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    (i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3));
  const value = (sum + (1 << (PRODUCT_BITS - 1))) >> PRODUCT_BITS;
  return min(max(value, 0), 255);
}

/** Two rows of four pixels, weighted across: two sums for each. */
@inline
function twoRows(at: i32, width: i32, across: v128): v128 {
  const rows = v128.load_lane<u32>(at + width, v128.load_zero<u32>(at), 1);
  return i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(rows), across);
}
