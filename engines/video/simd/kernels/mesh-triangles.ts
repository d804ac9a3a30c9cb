import { FINE, FINE_BITS, STEP_BITS, STEPS, TEXEL_BYTES, TRIANGLE_BYTES, VERTEX_BYTES } from '../layout';

/** Weight of a pose that does not see a point: enough where no pose does, otherwise too small to notice. */
const UNSEEN: f32 = 0.001;
/** Points behind the lips with a visibility below `KNOWN` are dark: rgb(22, 9, 8). */
const KNOWN: f32 = 0.25;

/**
 * Draws the triangles that `poses` move, with a depth test. Most parameters are addresses. `places` has for each vertex
 * its position in the sprites and how much its colour counts: not at all at 0 and below, fully at 1.
 */
export function drawTriangles(
  triangle: i32, end: i32, poses: i32, vertices: i32, texels: i32, stride: i32,
  luma: i32, blue: i32, red: i32, depth: i32, width: i32, height: i32,
  colours: i32, places0: i32, places1: i32, places2: i32, weight0: f32, weight1: f32, weight2: f32,
): void {
  for (; triangle < end; triangle += TRIANGLE_BYTES) {
    if (!(load<i32>(triangle, 8) & poses)) continue;
    const a = <i32>load<u16>(triangle) * VERTEX_BYTES;
    let b = <i32>load<u16>(triangle, 2) * VERTEX_BYTES;
    let c = <i32>load<u16>(triangle, 4) * VERTEX_BYTES;
    const cornerA = v128.load(vertices + a);
    let cornerB = v128.load(vertices + b);
    let cornerC = v128.load(vertices + c);
    const start = i32x4.min_s(cornerA, i32x4.min_s(cornerB, cornerC));
    const stop = i32x4.max_s(cornerA, i32x4.max_s(cornerB, cornerC));
    const left = max((i32x4.extract_lane(start, 0) + (STEPS - 1)) >> STEP_BITS, 0);
    let row = max((i32x4.extract_lane(start, 1) + (STEPS - 1)) >> STEP_BITS, 0);
    const right = min(i32x4.extract_lane(stop, 0) >> STEP_BITS, width - 1);
    const bottom = min(i32x4.extract_lane(stop, 1) >> STEP_BITS, height - 1);
    if (i32(left > right) | i32(row > bottom)) continue;

    let toB = i32x4.sub(cornerB, cornerA);
    let toC = i32x4.sub(cornerC, cornerA);
    let area = crossed(toB, toC);
    // Back-facing triangles are drawn too.
    if (area < 0) {
      const otherB = b;
      b = c;
      c = otherB;
      const otherCorner = cornerB;
      cornerB = cornerC;
      cornerC = otherCorner;
      const otherWay = toB;
      toB = toC;
      toC = otherWay;
      area = -area;
    }
    if (area <= 0) continue;

    const abx = i32x4.extract_lane(toB, 0);
    const aby = i32x4.extract_lane(toB, 1);
    const acx = i32x4.extract_lane(toC, 0);
    const acy = i32x4.extract_lane(toC, 1);
    const fromX = (left << STEP_BITS) - i32x4.extract_lane(cornerA, 0);
    const fromY = (row << STEP_BITS) - i32x4.extract_lane(cornerA, 1);
    // Barycentric weights of b and c, times the area. Integers, so that no pixel is missed.
    let rowB = fromX * acy - acx * fromY;
    let rowC = abx * fromY - fromX * aby;
    const perArea: f32 = <f32>1 / <f32>area;
    const ofA = fractionsOf(cornerA);
    const ofB = f32x4.sub(fractionsOf(cornerB), ofA);
    const ofC = f32x4.sub(fractionsOf(cornerC), ofA);
    const isBehindLips = <i32>load<u16>(triangle, 6);
    let isGathered = false;
    let isSeen = true;
    let a0 = NOTHING, b0 = NOTHING, c0 = NOTHING;
    let a1 = NOTHING, b1 = NOTHING, c1 = NOTHING;
    let a2 = NOTHING, b2 = NOTHING, c2 = NOTHING;
    for (; row <= bottom; row += 1, rowB -= acx << STEP_BITS, rowC += abx << STEP_BITS) {
      let insideB = rowB;
      let insideC = rowC;
      let pixel = row * width + left;
      for (
        let column = left;
        column <= right;
        column += 1, pixel += 1, insideB += acy << STEP_BITS, insideC -= aby << STEP_BITS
      ) {
        if ((insideB | insideC | (area - insideB - insideC)) < 0) continue;
        const shareB = f32x4.splat(<f32>insideB * perArea);
        const shareC = f32x4.splat(<f32>insideC * perArea);
        const point = interpolated(ofA, ofB, ofC, shareB, shareC);
        const near = f32x4.extract_lane(point, 2);
        const depthAt = depth + (pixel << 2);
        if (!(near < load<f32>(depthAt))) continue;
        store<f32>(depthAt, near);

        if (!isGathered) {
          isGathered = true;
          if (colours > 0) {
            a0 = v128.load(places0 + a);
            b0 = v128.load(places0 + b);
            c0 = v128.load(places0 + c);
            isSeen = isSeenAt(a0, b0, c0);
            b0 = f32x4.sub(b0, a0);
            c0 = f32x4.sub(c0, a0);
          }
          if (colours > 1) {
            a1 = v128.load(places1 + a);
            b1 = v128.load(places1 + b);
            c1 = v128.load(places1 + c);
            isSeen = isSeen && isSeenAt(a1, b1, c1);
            b1 = f32x4.sub(b1, a1);
            c1 = f32x4.sub(c1, a1);
          }
          if (colours > 2) {
            a2 = v128.load(places2 + a);
            b2 = v128.load(places2 + b);
            c2 = v128.load(places2 + c);
            isSeen = isSeen && isSeenAt(a2, b2, c2);
            b2 = f32x4.sub(b2, a2);
            c2 = f32x4.sub(c2, a2);
          }
        }

        let sum: f32 = 0;
        let colour = f32x4.splat(0);
        if (colours > 0) {
          const place = interpolated(a0, b0, c0, shareB, shareC);
          const weight = isSeen ? weight0 : weight0 * sightAt(place);
          sum += weight;
          colour = f32x4.add(colour, f32x4.mul(sampleAt(texels, stride, place), f32x4.splat(weight)));
        }
        if (colours > 1) {
          const place = interpolated(a1, b1, c1, shareB, shareC);
          const weight = isSeen ? weight1 : weight1 * sightAt(place);
          sum += weight;
          colour = f32x4.add(colour, f32x4.mul(sampleAt(texels, stride, place), f32x4.splat(weight)));
        }
        if (colours > 2) {
          const place = interpolated(a2, b2, c2, shareB, shareC);
          const weight = isSeen ? weight2 : weight2 * sightAt(place);
          sum += weight;
          colour = f32x4.add(colour, f32x4.mul(sampleAt(texels, stride, place), f32x4.splat(weight)));
        }
        if (isBehindLips & i32(sum < KNOWN)) {
          const dark = f32x4.mul(f32x4.splat((KNOWN - sum) * <f32>FINE), f32x4(26, 126, 134, 0));
          sum = KNOWN;
          colour = f32x4.add(colour, dark);
        }

        const cover = f32x4.extract_lane(point, 3);
        const clear: f32 = <f32>1 - cover;
        colour = f32x4.mul(colour, f32x4.splat(cover / (sum * <f32>FINE)));
        paint(luma + pixel, clear, f32x4.extract_lane(colour, 0));
        if ((row | column) & 1) continue;
        const chroma = (row >> 1) * (width >> 1) + (column >> 1);
        paint(blue + chroma, clear, f32x4.extract_lane(colour, 1));
        paint(red + chroma, clear, f32x4.extract_lane(colour, 2));
      }
    }
  }
}

const NOTHING = i32x4(0, 0, 0, 0);

/** Twice the area between two sides, in squares of the grid. It is below 0 if the triangle faces back. */
@inline
function crossed(toB: v128, toC: v128): i32 {
  return (
    i32x4.extract_lane(toB, 0) * i32x4.extract_lane(toC, 1) -
    i32x4.extract_lane(toC, 0) * i32x4.extract_lane(toB, 1)
  );
}

/** Clears x and y. Read as fractions, their integers would be subnormal, which is a hundred times as slow. */
@inline
function fractionsOf(vertex: v128): v128 {
  return v128.and(vertex, i32x4(0, 0, -1, -1));
}

@inline
function interpolated(a: v128, b: v128, c: v128, shareB: v128, shareC: v128): v128 {
  return f32x4.add(f32x4.add(a, f32x4.mul(shareB, b)), f32x4.mul(shareC, c));
}

/** Whether a pose sees all of a triangle. */
@inline
function isSeenAt(a: v128, b: v128, c: v128): bool {
  return !(
    i32(f32x4.extract_lane(a, 2) < 1) |
    i32(f32x4.extract_lane(b, 2) < 1) |
    i32(f32x4.extract_lane(c, 2) < 1)
  );
}

/** How much a pose's colour counts at a place. */
@inline
function sightAt(place: v128): f32 {
  const sight = min(max(f32x4.extract_lane(place, 2), <f32>0), <f32>1);
  return sight * sight * (<f32>3 - (sight + sight)) + UNSEEN;
}

/** A bilinear sample of four texels, times `FINE`. */
@inline
function sampleAt(texels: i32, stride: i32, place: v128): v128 {
  const places = i32x4.trunc_sat_f32x4_s(place);
  const x = i32x4.extract_lane(places, 0);
  const y = i32x4.extract_lane(places, 1);
  const texel = texels + ((y >> FINE_BITS) * stride + (x >> FINE_BITS)) * TEXEL_BYTES;
  const right = x & (FINE - 1);
  const across = i32x4.splat((FINE - right) | (right << 16));
  const upper = acrossRow(texel, across);
  const lower = acrossRow(texel + stride * TEXEL_BYTES, across);
  const down = f32x4.splat(<f32>(y & (FINE - 1)) * (<f32>1 / <f32>FINE));
  return f32x4.add(upper, f32x4.mul(f32x4.sub(lower, upper), down));
}

/** Two neighbours of each channel, weighted across. */
@inline
function acrossRow(address: i32, across: v128): v128 {
  const two = v128.load_zero<u64>(address);
  // Pairs of 16-bit numbers, one for each channel.
  const pairs = i8x16.shuffle(two, i32x4.splat(0), 0, 16, 4, 16, 1, 16, 5, 16, 2, 16, 6, 16, 3, 16, 7, 16);
  return f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(pairs, across));
}

/** Paints over a byte, of which the share `clear` stays visible. */
@inline
function paint(address: i32, clear: f32, value: f32): void {
  store<u8>(address, <i32>(<f32>load<u8>(address) * clear + (value + <f32>0.5)));
}
