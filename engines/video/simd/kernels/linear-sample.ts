/** Bilinear samples at four positions of a plane, which are in fractions of a pixel with `bits` bits. */

/** Clamps positions to a plane of this width or height. */
@inline
export function clampedTo(length: i32, bits: i32, positions: v128): v128 {
  const last = ((length - 1) << bits) - 1;
  return i32x4.max_s(i32x4.min_s(positions, i32x4.splat(last)), i32x4.splat(0));
}

/** Addresses of the upper left texels. */
@inline
export function texelsAt(source: i32, width: i32, bits: i32, xs: v128, ys: v128): v128 {
  const before = i32x4.mul(i32x4.shr_s(ys, bits), i32x4.splat(width));
  return i32x4.add(i32x4.splat(source), i32x4.add(before, i32x4.shr_s(xs, bits)));
}

/** The fractions: weights of the right or lower neighbours. */
@inline
export function fractionsOf(bits: i32, positions: v128): v128 {
  return v128.and(positions, i32x4.splat((1 << bits) - 1));
}

/** Weights of the left and the right neighbour, 16 bits each. */
@inline
export function pairsOf(bits: i32, xs: v128): v128 {
  const right = fractionsOf(bits, xs);
  return v128.or(i32x4.sub(i32x4.splat(1 << bits), right), i32x4.shl(right, 16));
}

/** The samples of a plane that lies `offset` behind that of the texels. */
@inline
export function linearSamples(texels: v128, offset: i32, width: i32, bits: i32, pairs: v128, down: v128): v128 {
  const upper = acrossRow(texels, offset, pairs);
  const lower = acrossRow(texels, offset + width, pairs);
  const sum = i32x4.add(i32x4.shl(upper, bits), i32x4.mul(i32x4.sub(lower, upper), down));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << (2 * bits - 1))), 2 * bits);
}

@inline
function acrossRow(texels: v128, offset: i32, pairs: v128): v128 {
  let two = i32x4.splat(0);
  two = v128.load_lane<u16>(i32x4.extract_lane(texels, 0) + offset, two, 0);
  two = v128.load_lane<u16>(i32x4.extract_lane(texels, 1) + offset, two, 1);
  two = v128.load_lane<u16>(i32x4.extract_lane(texels, 2) + offset, two, 2);
  two = v128.load_lane<u16>(i32x4.extract_lane(texels, 3) + offset, two, 3);
  return i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(two), pairs);
}
