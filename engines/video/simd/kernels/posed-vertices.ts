import {
  BLENDED_BYTES,
  PLACEMENT_LEAST,
  PLACEMENT_MOST,
  PLACEMENT_ORIGIN,
  PLACEMENT_SCALE,
  PLACEMENT_SHIFT,
  PLACEMENT_X,
  PLACEMENT_Y,
  VERTEX_BYTES,
} from '../layout';

/**
 * Blends the vertices of several poses, moves them with the head and writes them to `into`: x and y as integers, depth and
 * cover as fractions. Writes the least and the most of them into the placement. `share` and `cover` have one number for
 * each vertex; `bytes` is the length of `into`.
 */
export function placeVertices(
  into: i32, bytes: i32, blend: i32, blendEnd: i32, share: i32, cover: i32, placement: i32,
): void {
  const shift = v128.load(placement, PLACEMENT_SHIFT);
  const x = v128.load(placement, PLACEMENT_X);
  const y = v128.load(placement, PLACEMENT_Y);
  const scale = v128.load(placement, PLACEMENT_SCALE);
  const origin = v128.load(placement, PLACEMENT_ORIGIN);
  let least = i32x4.splat(i32.MAX_VALUE);
  let most = i32x4.splat(i32.MIN_VALUE);
  for (let offset = 0; offset < bytes; offset += VERTEX_BYTES) {
    let vertex = f32x4.splat(0);
    for (let pose = blend; pose < blendEnd; pose += BLENDED_BYTES) {
      const posed = v128.load(load<i32>(pose) + offset);
      vertex = f32x4.add(vertex, f32x4.mul(f32x4.splat(load<f32>(pose, 4)), posed));
    }
    const number = offset >> 2;
    const moved = f32x4.add(
      f32x4.add(shift, f32x4.mul(x, everyLane0(vertex))),
      f32x4.mul(y, everyLane1(vertex)),
    );
    const onCanvas = f32x4.add(vertex, f32x4.mul(f32x4.splat(load<f32>(share + number)), moved));
    vertex = f32x4.add(origin, f32x4.mul(scale, onCanvas));
    vertex = f32x4.replace_lane(vertex, 3, load<f32>(cover + number));
    const places = i32x4.trunc_sat_f32x4_s(f32x4.nearest(vertex));
    vertex = i64x2.shuffle(places, vertex, 0, 3);
    v128.store(into + offset, vertex);
    least = i32x4.min_s(least, vertex);
    most = i32x4.max_s(most, vertex);
  }
  v128.store(placement, least, PLACEMENT_LEAST);
  v128.store(placement, most, PLACEMENT_MOST);
}

@inline
function everyLane0(vector: v128): v128 {
  return i32x4.shuffle(vector, vector, 0, 0, 0, 0);
}

@inline
function everyLane1(vector: v128): v128 {
  return i32x4.shuffle(vector, vector, 1, 1, 1, 1);
}
