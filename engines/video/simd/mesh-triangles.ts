import { VERTEX_BYTES } from './posed-vertices.ts';
import { drawPixel, type Its, PARAMETERS, type Rank, VARIABLES } from './triangle-pixel.ts';
import {
  type Code,
  f32,
  f32x4,
  i32,
  i32x4,
  type Variable,
  v128,
  when,
  whileTrue,
  writeFunction,
} from './wasm.ts';

/** Corners are on a grid of 16ths of a pixel. */
export const STEP_BITS = 4;
export const STEPS = 1 << STEP_BITS;
/** Poses that colour a triangle. Geometry uses all poses; a fourth colour costs time and is not visible. */
export const MOST_COLOURS = 3;
/** A triangle: three vertices, whether it is behind the lips (16 bits each), then a bit for each pose that moves it. */
export const TRIANGLE_BYTES = 12;

/**
 * Draws the triangles that `poses` move, with a depth test. Most parameters are addresses. `places` has for each vertex
 * its position in the sprites and how much its colour counts: not at all at 0 and below, fully at 1.
 */
export type DrawTriangles = (...numbers: number[]) => void;

export const DRAW_TRIANGLES = writeFunction(PARAMETERS, VARIABLES, (its) => {
  const ranks: Rank[] = [
    { weight: its.weight0, places: its.places0, a: its.a0, b: its.b0, c: its.c0 },
    { weight: its.weight1, places: its.places1, a: its.a1, b: its.b1, c: its.c1 },
    { weight: its.weight2, places: its.places2, a: its.a2, b: its.b2, c: its.c2 },
  ];
  return [
    whileTrue(
      i32.lt(its.triangle.get, its.end.get),
      when(
        i32.and(i32.load(8, its.triangle.get), its.poses.get),
        ...readCorners(its),
        when(
          i32.and(
            i32.and(i32.le(its.left.get, its.right.get), i32.le(its.row.get, its.bottom.get)),
            i32.gt(its.area.get, i32.of(0)),
          ),
          ...drawRows(its, ranks),
        ),
      ),
      its.triangle.add(TRIANGLE_BYTES),
    ),
  ];
});

function readCorners(its: Its): Code[] {
  const corner = (offset: number) => i32.mul(i32.load16(offset, its.triangle.get), i32.of(VERTEX_BYTES));
  const vertex = (offset: Variable) => v128.load(0, i32.add(its.vertices.get, offset.get));
  const first = (lane: number, start: Code) =>
    i32.shr(i32.add(i32x4.lane(lane, start), i32.of(STEPS - 1)), i32.of(STEP_BITS));
  const last = (lane: number, end: Code) => i32.shr(i32x4.lane(lane, end), i32.of(STEP_BITS));
  const notBelow0 = (value: Variable) =>
    value.set(i32.select(value.get, i32.of(0), i32.gt(value.get, i32.of(0))));
  const within = (value: Variable, length: Variable) =>
    value.set(i32.select(value.get, i32.sub(length.get, i32.of(1)), i32.lt(value.get, length.get)));
  const sides = [
    its.edge.set(i32x4.sub(its.ofB.get, its.ofA.get)),
    its.abx.set(i32x4.lane(0, its.edge.get)),
    its.aby.set(i32x4.lane(1, its.edge.get)),
    its.edge.set(i32x4.sub(its.ofC.get, its.ofA.get)),
    its.acx.set(i32x4.lane(0, its.edge.get)),
    its.acy.set(i32x4.lane(1, its.edge.get)),
    its.area.set(i32.sub(i32.mul(its.abx.get, its.acy.get), i32.mul(its.acx.get, its.aby.get))),
  ];
  return [
    its.a.set(corner(0)),
    its.b.set(corner(2)),
    its.c.set(corner(4)),
    its.ofA.set(vertex(its.a)),
    its.ofB.set(vertex(its.b)),
    its.ofC.set(vertex(its.c)),
    its.edge.set(i32x4.least(its.ofA.get, i32x4.least(its.ofB.get, its.ofC.get))),
    its.left.set(first(0, its.edge.get)),
    its.row.set(first(1, its.edge.get)),
    its.edge.set(i32x4.most(its.ofA.get, i32x4.most(its.ofB.get, its.ofC.get))),
    its.right.set(last(0, its.edge.get)),
    its.bottom.set(last(1, its.edge.get)),
    notBelow0(its.left),
    notBelow0(its.row),
    within(its.right, its.width),
    within(its.bottom, its.height),
    ...sides,
    // Back-facing triangles are drawn too.
    when(
      i32.lt(its.area.get, i32.of(0)),
      its.other.set(its.b.get),
      its.b.set(its.c.get),
      its.c.set(its.other.get),
      its.edge.set(its.ofB.get),
      its.ofB.set(its.ofC.get),
      its.ofC.set(its.edge.get),
      ...sides,
    ),
  ];
}

function drawRows(its: Its, ranks: Rank[]): Code[] {
  // As fractions, the integers of x and y would be subnormal, and processors take a hundred times as long for those.
  const fractions = (vertex: Variable) => v128.and(vertex.get, v128.of(0, 0, -1, -1));
  const steps = (value: Variable) => i32.shl(value.get, i32.of(STEP_BITS));
  const fromX = i32.sub(steps(its.left), i32x4.lane(0, its.ofA.get));
  const fromY = i32.sub(steps(its.row), i32x4.lane(1, its.ofA.get));
  // Barycentric weights of b and c, times the area. Integers, so that no pixel is missed.
  const start = [
    its.x.set(fromX),
    its.y.set(fromY),
    its.rowB.set(i32.sub(i32.mul(its.x.get, its.acy.get), i32.mul(its.acx.get, its.y.get))),
    its.rowC.set(i32.sub(i32.mul(its.abx.get, its.y.get), i32.mul(its.x.get, its.aby.get))),
  ];
  const outside = i32.or(
    i32.or(its.insideB.get, its.insideC.get),
    i32.sub(i32.sub(its.area.get, its.insideB.get), its.insideC.get),
  );
  return [
    ...start,
    its.perArea.set(f32.div(f32.of(1), f32.fromInteger(its.area.get))),
    its.ofA.set(fractions(its.ofA)),
    its.ofB.set(f32x4.sub(fractions(its.ofB), its.ofA.get)),
    its.ofC.set(f32x4.sub(fractions(its.ofC), its.ofA.get)),
    its.isGathered.set(i32.of(0)),
    whileTrue(
      i32.le(its.row.get, its.bottom.get),
      its.insideB.set(its.rowB.get),
      its.insideC.set(its.rowC.get),
      its.column.set(its.left.get),
      its.pixel.set(i32.add(i32.mul(its.row.get, its.width.get), its.left.get)),
      whileTrue(
        i32.le(its.column.get, its.right.get),
        when(i32.ge(outside, i32.of(0)), ...drawPixel(its, ranks)),
        its.column.add(1),
        its.pixel.add(1),
        its.insideB.set(i32.add(its.insideB.get, steps(its.acy))),
        its.insideC.set(i32.sub(its.insideC.get, steps(its.aby))),
      ),
      its.row.add(1),
      its.rowB.set(i32.sub(its.rowB.get, steps(its.acx))),
      its.rowC.set(i32.add(its.rowC.get, steps(its.abx))),
    ),
  ];
}
