import { ACROSS_AT, ACROSS_BYTES, DOWN_AT, DOWN_BYTES, PHASE_BITS, PHASES } from '../layout';

/** Bits of the products of two weights. */
const PRODUCT_BITS = 14;

/**
 * Samples like `cubicAt`, at four positions in `PHASES`, and stores those that `bits` chooses. A position that is too close to
 * the edge of the plane keeps what the target has.
 */
@inline
export function drawCubic(
  bits: i32, target: i32, source: i32, width: i32, height: i32, xs: v128, ys: v128,
): void {
  const isWithin = v128.and(isBetween(width, xs), isBetween(height, ys));
  const drawn = bits & i32x4.bitmask(isWithin);
  if (!drawn) return;
  // Positions at the edge are not read, so that no load leaves the plane.
  const safeX = v128.bitselect(xs, i32x4.splat(1 << PHASE_BITS), isWithin);
  const safeY = v128.bitselect(ys, i32x4.splat(1 << PHASE_BITS), isWithin);
  const a = cubicSums(source, width, i32x4.extract_lane(safeX, 0), i32x4.extract_lane(safeY, 0));
  const b = cubicSums(source, width, i32x4.extract_lane(safeX, 1), i32x4.extract_lane(safeY, 1));
  const c = cubicSums(source, width, i32x4.extract_lane(safeX, 2), i32x4.extract_lane(safeY, 2));
  const d = cubicSums(source, width, i32x4.extract_lane(safeX, 3), i32x4.extract_lane(safeY, 3));
  const ab = inPairs(a, b);
  const cd = inPairs(c, d);
  const sums = i32x4.add(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7));
  const rounded = i32x4.add(sums, i32x4.splat(1 << (PRODUCT_BITS - 1)));
  const values = i32x4.shr_s(rounded, PRODUCT_BITS);
  const narrow = i16x8.narrow_i32x4_s(values, values);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  if (drawn === 15) v128.store_lane<u32>(target, bytes, 0);
  else {
    if (drawn & 1) v128.store_lane<u8>(target, bytes, 0);
    if (drawn & 2) v128.store_lane<u8>(target, bytes, 1, 1);
    if (drawn & 4) v128.store_lane<u8>(target, bytes, 2, 2);
    if (drawn & 8) v128.store_lane<u8>(target, bytes, 3, 3);
  }
}

@inline
function isBetween(length: i32, positions: v128): v128 {
  const place = i32x4.shr_s(positions, PHASE_BITS);
  return v128.and(i32x4.ge_s(place, i32x4.splat(1)), i32x4.le_s(place, i32x4.splat(length - 3)));
}

/** The sums of the halves of each: two of the first, then two of the second. */
@inline
function inPairs(one: v128, other: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 1, 4, 5), v128.shuffle<i32>(one, other, 2, 3, 6, 7));
}

/** Four numbers whose sum is the sample. */
@inline
function cubicSums(source: i32, width: i32, fineX: i32, fineY: i32): v128 {
  const at = source + ((fineY >> PHASE_BITS) - 1) * width + ((fineX >> PHASE_BITS) - 1);
  const across = v128.load((fineX & (PHASES - 1)) * ACROSS_BYTES, ACROSS_AT);
  const down = (fineY & (PHASES - 1)) * DOWN_BYTES;
  const upper = i32x4.mul(twoRows(at, width, across), v128.load(down, DOWN_AT));
  const lower = i32x4.mul(twoRows(at + 2 * width, width, across), v128.load(down, DOWN_AT + 16));
  return i32x4.add(upper, lower);
}

/** Two rows of four pixels, weighted across: two sums for each. */
@inline
function twoRows(at: i32, width: i32, across: v128): v128 {
  const rows = v128.load_lane<u32>(at + width, v128.load_zero<u32>(at), 1);
  return i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(rows), across);
}
