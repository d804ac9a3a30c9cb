
const PIXELS = 4;
/** Movements of fewer pixels than this are not drawn. */
const UNSEEN: f32 = 1.0 / 32;
const SEAM_DARKNESS: f32 = 0.6;

/**
 * Fills five planes of points, each `plane` bytes behind the one before: where the pixels of a rectangle come from (x, then
 * y), how much of each lies between the lips, and of what moves its column of the mouth and its height. `lines` has one number
 * for each column, line after line, `heights` has how much of a movement aside each height takes
 * part in, from the height `above` on.
 */
export function warpPoints(
  point: i32, plane: i32, left: i32, top: i32, right: i32, bottom: i32,
  lines: i32, columns: i32, first: f32, heights: i32, heightCount: i32, above: f32,
  originX: f32, originY: f32, cos: f32, sin: f32, seamWidth: f32,
): void {
  const bytes = columns << 2;
  for (let row = top; row < bottom; row += 1) {
    const y = f32x4.splat(<f32>row);
    const fromY = f32x4.splat(<f32>row - originY);
    for (let column = left; column < right; column += PIXELS, point += PIXELS << 2) {
      const x = f32x4.convert_i32x4_s(i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3)));
      const fromX = f32x4.sub(x, f32x4.splat(originX));
      const v = f32x4.sub(scaled(fromY, cos), scaled(fromX, sin));
      const u = f32x4.add(scaled(fromX, cos), scaled(fromY, sin));
      const place = f32x4.sub(u, f32x4.splat(first - 0.5));
      const height = f32x4.sub(v, f32x4.splat(above - 0.5));
      const aside = f32x4.mul(
        gathered(lines + 13 * bytes, indicesOf(place, columns)),
        gathered(heights, indicesOf(height, heightCount)),
      );
      const du = v128.and(aside, v128.and(isWithin(place, columns), isWithin(height, heightCount)));
      const from = f32x4.sub(place, du);
      const at = indicesOf(from, columns);
      const upmost = gathered(lines, at);
      const lowest = gathered(lines + 6 * bytes, at);
      const isBetween = v128.and(f32x4.gt(v, upmost), f32x4.lt(v, lowest));
      const isMoved = v128.and(isWithin(from, columns), isBetween);
      v128.store(point, x);
      v128.store(point + plane, y);
      v128.store(point + 2 * plane, f32x4.splat(0));
      if (!v128.any_true(isMoved)) continue;

      const upper = gathered(lines + 2 * bytes, at);
      const lower = gathered(lines + 3 * bytes, at);
      const middle = scaled(f32x4.add(upper, lower), 0.5);
      const isAbove = f32x4.lt(v, middle);
      let dv = f32x4.splat(0);
      if (v128.any_true(isAbove)) dv = movedAbove(lines, bytes, at, upmost, upper, f32x4.min(v, upper));
      if (!i32x4.all_true(isAbove))
        dv = v128.bitselect(dv, movedBelow(lines, bytes, at, lowest, lower, f32x4.max(v, lower)), isAbove);
      const isSeen = f32x4.gt(f32x4.add(f32x4.abs(du), f32x4.abs(dv)), f32x4.splat(UNSEEN));
      const isDrawn = v128.and(isMoved, isSeen);
      const moveX = f32x4.sub(scaled(du, cos), scaled(dv, sin));
      const moveY = f32x4.add(scaled(du, sin), scaled(dv, cos));
      v128.store(point, f32x4.sub(x, v128.and(moveX, isDrawn)));
      v128.store(point + plane, f32x4.sub(y, v128.and(moveY, isDrawn)));
      v128.store(point + 3 * plane, f32x4.convert_i32x4_s(i32x4.shr_s(at, 2)));
      v128.store(point + 4 * plane, v);

      const isNear = v128.and(
        f32x4.ge(v, f32x4.sub(upper, f32x4.splat(seamWidth))),
        f32x4.le(v, f32x4.add(lower, f32x4.splat(seamWidth))),
      );
      const isInside = v128.and(isMoved, isNear);
      if (!v128.any_true(isInside)) continue;
      const half = f32x4.splat(0.5);
      const cover = f32x4.min(f32x4.add(f32x4.sub(v, upper), half), f32x4.add(f32x4.sub(lower, v), half));
      const open = shareOf(f32x4.min(cover, f32x4.sub(lower, upper)));
      const away = shareOf(f32x4.abs(scaled(f32x4.sub(v, middle), <f32>1 / seamWidth)));
      const seam = f32x4.sub(f32x4.splat(1), eased(away));
      const line = f32x4.mul(gathered(lines + 12 * bytes, at), scaled(seam, SEAM_DARKNESS));
      v128.store(point + 2 * plane, v128.and(f32x4.max(open, line), isInside));
    }
    // The next row begins where this one ends, which need not be after whole vectors.
    point -= (((right - left + PIXELS - 1) & -PIXELS) - (right - left)) << 2;
  }
}

/** How far the skin at a height above the opening moves down. */
@inline
function movedAbove(lines: i32, bytes: i32, at: v128, from: v128, inner: v128, v: v128): v128 {
  const outer = gathered(lines + bytes, at);
  const outerMoved = gathered(lines + 7 * bytes, at);
  const lip = between(outerMoved, gathered(lines + 8 * bytes, at), shareFrom(outer, inner, v));
  const skin = f32x4.mul(outerMoved, eased(f32x4.div(f32x4.sub(v, from), f32x4.sub(outer, from))));
  return v128.bitselect(lip, skin, f32x4.ge(v, outer));
}

@inline
function movedBelow(lines: i32, bytes: i32, at: v128, end: v128, inner: v128, v: v128): v128 {
  const outer = gathered(lines + 4 * bytes, at);
  const chin = gathered(lines + 5 * bytes, at);
  const outerMoved = gathered(lines + 10 * bytes, at);
  const chinMoved = gathered(lines + 11 * bytes, at);
  const lip = between(gathered(lines + 9 * bytes, at), outerMoved, shareFrom(inner, outer, v));
  const toChin = eased(f32x4.div(f32x4.sub(v, outer), f32x4.sub(chin, outer)));
  const toEnd = eased(f32x4.div(f32x4.sub(v, chin), f32x4.sub(end, chin)));
  const neck = f32x4.sub(chinMoved, f32x4.mul(chinMoved, toEnd));
  const skin = v128.bitselect(between(outerMoved, chinMoved, toChin), neck, f32x4.le(v, chin));
  return v128.bitselect(lip, skin, f32x4.le(v, outer));
}

/** Share of the way from one height to another; 1 where they are the same. */
@inline
function shareFrom(from: v128, to: v128, v: v128): v128 {
  const share = f32x4.div(f32x4.sub(v, from), f32x4.sub(to, from));
  return v128.bitselect(share, f32x4.splat(1), f32x4.gt(to, from));
}

@inline
function between(one: v128, other: v128, share: v128): v128 {
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), share));
}

/** `smooth` without clamping, for values between 0 and 1. */
@inline
function eased(t: v128): v128 {
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

@inline
function shareOf(value: v128): v128 {
  return f32x4.max(f32x4.min(value, f32x4.splat(1)), f32x4.splat(0));
}

@inline
function scaled(value: v128, by: f32): v128 {
  return f32x4.mul(value, f32x4.splat(by));
}

@inline
function isWithin(place: v128, count: i32): v128 {
  return v128.and(f32x4.ge(place, f32x4.splat(0)), f32x4.lt(place, f32x4.splat(<f32>count)));
}

/** In bytes, and within the line whatever the place. */
@inline
function indicesOf(place: v128, count: i32): v128 {
  const index = i32x4.trunc_sat_f32x4_s(place);
  return i32x4.shl(i32x4.max_s(i32x4.min_s(index, i32x4.splat(count - 1)), i32x4.splat(0)), 2);
}

@inline
function gathered(line: i32, at: v128): v128 {
  let four = v128.load_zero<u32>(line + i32x4.extract_lane(at, 0));
  four = v128.load_lane<u32>(line + i32x4.extract_lane(at, 1), four, 1);
  four = v128.load_lane<u32>(line + i32x4.extract_lane(at, 2), four, 2);
  return v128.load_lane<u32>(line + i32x4.extract_lane(at, 3), four, 3);
}
