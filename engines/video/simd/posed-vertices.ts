import { type Code, f32, f32x4, i32, i32x4, v128, whileTrue, writeFunction } from './wasm.ts';

/** A vertex takes a vector: x, y, depth and one more. */
export const VERTEX_BYTES = 16;
/** A pose of the blend: the address of its vertices, and its weight. */
export const BLENDED_BYTES = 8;
/** Vectors of a placement: `x`, `y` and `shift` move the head, then `scale` and `origin` map the canvas to the frame. */
export const PLACEMENT = { shift: 0, x: 16, y: 32, scale: 48, origin: 64, least: 80, most: 96, bytes: 112 };

/** Numbers are addresses. `share` and `cover` have one number for each vertex; `bytes` is the length of `into`. */
export type PlaceVertices = (
  into: number,
  bytes: number,
  blend: number,
  blendEnd: number,
  share: number,
  cover: number,
  placement: number,
) => void;

const lanes = (lane: number): number[] => Array.from({ length: 16 }, (_, byte) => 4 * lane + (byte & 3));
const all = (lane: number, vector: Code): Code => v128.shuffle(lanes(lane), vector, vector);
/** Lanes 0 and 1 of the first vector, 2 and 3 of the second. */
const HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31];

/**
 * Blends the vertices of several poses, moves them with the head and writes them to `into`: x and y as integers, depth
 * and cover as fractions. Writes the least and the most of them into the placement.
 */
export const PLACE_VERTICES = writeFunction(
  {
    ...{ into: 'i32', bytes: 'i32', blend: 'i32', blendEnd: 'i32' },
    ...{ share: 'i32', cover: 'i32', placement: 'i32' },
  },
  {
    ...{ offset: 'i32', pose: 'i32', vertex: 'v128', least: 'v128', most: 'v128' },
    ...{ shift: 'v128', x: 'v128', y: 'v128', scale: 'v128', origin: 'v128' },
  },
  (its) => {
    const given = (offset: number) => v128.load(offset, its.placement.get);
    const ofVertex = (numbers: Code) => f32.load(0, i32.add(numbers, i32.shr(its.offset.get, i32.of(2))));
    const moved = f32x4.add(
      f32x4.add(its.shift.get, f32x4.mul(its.x.get, all(0, its.vertex.get))),
      f32x4.mul(its.y.get, all(1, its.vertex.get)),
    );
    const onCanvas = f32x4.add(its.vertex.get, f32x4.mul(f32x4.splat(ofVertex(its.share.get)), moved));
    return [
      its.shift.set(given(PLACEMENT.shift)),
      its.x.set(given(PLACEMENT.x)),
      its.y.set(given(PLACEMENT.y)),
      its.scale.set(given(PLACEMENT.scale)),
      its.origin.set(given(PLACEMENT.origin)),
      its.least.set(i32x4.splat(i32.of(0x7fffffff))),
      its.most.set(i32x4.splat(i32.of(-0x80000000))),
      whileTrue(
        i32.lt(its.offset.get, its.bytes.get),
        its.vertex.set(v128.of(0, 0, 0, 0)),
        its.pose.set(its.blend.get),
        whileTrue(
          i32.lt(its.pose.get, its.blendEnd.get),
          its.vertex.set(
            f32x4.add(
              its.vertex.get,
              f32x4.mul(
                f32x4.splat(f32.load(4, its.pose.get)),
                v128.load(0, i32.add(i32.load(0, its.pose.get), its.offset.get)),
              ),
            ),
          ),
          its.pose.add(BLENDED_BYTES),
        ),
        its.vertex.set(f32x4.add(its.origin.get, f32x4.mul(its.scale.get, onCanvas))),
        its.vertex.set(f32x4.withLane(3, its.vertex.get, ofVertex(its.cover.get))),
        its.vertex.set(v128.shuffle(HALVES, i32x4.truncated(f32x4.nearest(its.vertex.get)), its.vertex.get)),
        v128.store(0, i32.add(its.into.get, its.offset.get), its.vertex.get),
        its.least.set(i32x4.least(its.least.get, its.vertex.get)),
        its.most.set(i32x4.most(its.most.get, its.vertex.get)),
        its.offset.add(VERTEX_BYTES),
      ),
      v128.store(PLACEMENT.least, its.placement.get, its.least.get),
      v128.store(PLACEMENT.most, its.placement.get, its.most.get),
    ];
  },
);
