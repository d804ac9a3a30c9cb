import { FINE, FINE_BITS, RUN_BYTES } from '../layout';
import { clampedTo, fractionsOf, linearSamples, pairsOf, texelsAt } from './linear-sample';

const PIXELS = 4;
const HALF = 1 << 15;

/**
 * Draws runs of pixels of the moved person over a background, four pixels at a time. Addresses come first, then lengths,
 * then the mapping from pixels to the canvas and from there to where the head was.
 */
export function movePixels(
  run: i32, end: i32, source: i32, alpha: i32, target: i32, background: i32, share: i32,
  texels: i32, rows: i32, stride: i32, shares: i32, zero: i32,
  canvasX: f32, canvasY: f32, canvasStep: f32, fine: f32,
  shiftX: f32, shiftY: f32, xx: f32, xy: f32, yx: f32, yy: f32,
): void {
  for (; run < end; run += RUN_BYTES) {
    const row = load<i32>(run);
    const from = load<i32>(run, 4);
    const isEdge = load<i32>(run, 12);
    const down = canvasY + <f32>row * canvasStep;
    const byX = f32x4.splat(shiftX + xy * down);
    const byY = f32x4.splat(shiftY + yy * down);
    const columns = f32x4.convert_i32x4_s(i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3)));
    let canvas = f32x4.add(f32x4.splat(canvasX), f32x4.mul(columns, f32x4.splat(canvasStep)));
    let pixel = row * stride + from;
    let moved = share + ((row * shares + from) << 2);
    for (let left = load<i32>(run, 8) - from; left > 0; left -= PIXELS) {
      const weight = v128.load(moved);
      const fineX = fineAt(origin(canvas, weight, byX, xx, canvas), fine);
      const fineY = fineAt(origin(f32x4.splat(down), weight, byY, yx, canvas), fine);
      const xs = clampedTo(texels, FINE_BITS, fineX);
      const ys = clampedTo(rows, FINE_BITS, fineY);
      const at = texelsAt(source, texels, FINE_BITS, xs, ys);
      const pairs = pairsOf(FINE_BITS, xs);
      const lower = fractionsOf(FINE_BITS, ys);
      let values = linearSamples(at, 0, texels, FINE_BITS, pairs, lower);
      if (isEdge) {
        const cover = linearSamples(at, alpha - source, texels, FINE_BITS, pairs, lower);
        values = overBackground(values, cover, v128.load_zero<u32>(background + pixel), zero);
      }
      storeBytes(target + pixel, values, left);
      pixel += PIXELS;
      moved += 4 * PIXELS;
      canvas = f32x4.add(canvas, f32x4.splat(canvasStep * <f32>PIXELS));
    }
  }
}

/** Where on the canvas the pixels come from, along one axis. */
@inline
function origin(at: v128, weight: v128, by: v128, turn: f32, canvas: v128): v128 {
  return f32x4.add(at, f32x4.mul(weight, f32x4.add(by, f32x4.mul(f32x4.splat(turn), canvas))));
}

@inline
function fineAt(place: v128, fine: f32): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.sub(f32x4.mul(place, f32x4.splat(fine)), f32x4.splat(<f32>(FINE / 2))));
}

/** The person is premultiplied with its alpha. */
@inline
function overBackground(values: v128, cover: v128, bytes: v128, zero: i32): v128 {
  const widened = i8x16.shuffle(bytes, i32x4.splat(0), 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 3, 16, 16, 16);
  const behind = i32x4.sub(widened, i32x4.splat(zero));
  // 257 / 65,536 is 1 / 255.
  const shown = i32x4.mul(i32x4.mul(behind, i32x4.sub(i32x4.splat(255), cover)), i32x4.splat(257));
  return i32x4.add(values, i32x4.shr_s(i32x4.add(shown, i32x4.splat(HALF)), 16));
}

/** Stores the first four values, or as many as are left. */
@inline
function storeBytes(target: i32, values: v128, left: i32): void {
  const none = i32x4.splat(0);
  const narrow = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(values, none), none);
  const bytes = i32x4.extract_lane(narrow, 0);
  if (left >= PIXELS) {
    store<i32>(target, bytes);
    return;
  }
  store<u8>(target, bytes);
  if (left > 1) store<u8>(target, bytes >> 8, 1);
  if (left > 2) store<u8>(target, bytes >> 16, 2);
}
