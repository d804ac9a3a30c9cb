import { WEIGHTS_BYTES } from './layout.ts';
import { openMemory, startKernels } from './memory.ts';
import { writeWeights } from './resample.ts';

export type Capacity = {
  width: number;
  height: number;
  points: number;
  /** Columns of a mouth, and heights that move aside. */
  columns: number;
  heights: number;
};

/** Draws the pixels of a rectangle from where a mouth has moved them. */
export type WarpedPoints = Capacity & {
  /** I420. */
  source: Uint8Array;
  /** Share of each point that lies between the lips. */
  inside: Float32Array;
  /** Column and height of each point between the lips. */
  column: Float32Array;
  v: Float32Array;
  /** Points of the rectangle, row after row. `lines` and `aside` are laid out as `warpPoints` says. */
  warp(bounds: Bounds, lines: readonly Float32Array[], aside: Aside, axes: readonly number[]): void;
  /** Samples the luma of `count` points from the point `from` on. A point at the very edge of the plane keeps what `into` has. */
  drawLuma(from: number, count: number, into: Uint8Array): void;
  /** Samples the colours of the pixels of a row of half the resolution, from a pixel on. The points have `across` in a row. */
  drawColours(from: number, across: number, at: { row: number; column: number }, ...into: Colours): void;
};

type Colours = [blue: Uint8Array, red: Uint8Array];
type Aside = { first: number; heights: Float32Array; above: number };
/** A part of the picture with even bounds. Left and top are inclusive, right and bottom exclusive. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

const LINES = 14;
const PLANES = 5;
const VECTOR_BYTES = 16;

export function createWarpedPoints(capacity: Capacity): WarpedPoints {
  const { width, height, points, columns, heights } = capacity;
  const pixels = width * height;
  const sourceAt = WEIGHTS_BYTES;
  // Vectors of points may end after the last one.
  const plane = VECTOR_BYTES * Math.ceil(points / 4 + 1);
  const pointsAt = sourceAt + VECTOR_BYTES * Math.ceil((pixels * 1.5) / VECTOR_BYTES);
  const linesAt = pointsAt + PLANES * plane;
  const heightsAt = linesAt + 4 * LINES * columns;
  const targetAt = heightsAt + 4 * heights;
  const memory = openMemory(targetAt + width + 2 * VECTOR_BYTES);
  const { warpPoints, drawCubicPoints, drawColourPoints } = startKernels(memory);
  writeWeights(memory.buffer);
  const [xAt, yAt] = [pointsAt, pointsAt + plane];
  const pointsOf = (index: number) => new Float32Array(memory.buffer, pointsAt + index * plane, points);
  const target = new Uint8Array(memory.buffer, targetAt, width);
  const numbers = new Float32Array(memory.buffer);
  return {
    ...capacity,
    source: new Uint8Array(memory.buffer, sourceAt, pixels * 1.5),
    inside: pointsOf(2),
    column: pointsOf(3),
    v: pointsOf(4),
    warp({ left, top, right, bottom }, lines, aside, axes) {
      const count = lines[0]?.length ?? 0;
      for (const [i, line] of lines.entries()) numbers.set(line, linesAt / 4 + i * count);
      numbers.set(aside.heights, heightsAt / 4);
      const rectangle = [left, top, right, bottom] as const;
      const asideNumbers = [aside.first, heightsAt, aside.heights.length, aside.above] as const;
      warpPoints(pointsAt, plane, ...rectangle, linesAt, count, ...asideNumbers, ...axes);
    },
    drawLuma(from, count, into) {
      target.set(into);
      drawCubicPoints(sourceAt, width, height, xAt + 4 * from, yAt + 4 * from, targetAt, targetAt + count);
      into.set(target.subarray(0, count));
    },
    drawColours(from, across, { row, column }, blue, red) {
      const half = width / 2;
      target.set(blue);
      target.set(red, half);
      const coloursAt = sourceAt + pixels;
      const places = [xAt + 4 * from, yAt + 4 * from, 4 * across] as const;
      drawColourPoints(coloursAt, half, height / 2, ...places, row, column, targetAt, blue.length);
      blue.set(target.subarray(0, blue.length));
      red.set(target.subarray(half, half + red.length));
    },
  };
}
