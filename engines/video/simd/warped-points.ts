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
  /** Samples what `warp` has found. The planes then have the pixels of the rectangle, row after row. */
  draw(bounds: Bounds): void;
  luma: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
};

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
  const lumaAt = heightsAt + 4 * heights;
  const blueAt = lumaAt + points + VECTOR_BYTES;
  const redAt = blueAt + points / 4 + VECTOR_BYTES;
  const memory = openMemory(redAt + points / 4 + VECTOR_BYTES);
  const { warpPoints, drawCubicPoints, drawColourPoints } = startKernels(memory);
  writeWeights(memory.buffer);
  const pointsOf = (index: number) => new Float32Array(memory.buffer, pointsAt + index * plane, points);
  const numbers = new Float32Array(memory.buffer);
  return {
    ...capacity,
    source: new Uint8Array(memory.buffer, sourceAt, pixels * 1.5),
    inside: pointsOf(2),
    column: pointsOf(3),
    v: pointsOf(4),
    luma: new Uint8Array(memory.buffer, lumaAt, points),
    blue: new Uint8Array(memory.buffer, blueAt, points / 4),
    red: new Uint8Array(memory.buffer, redAt, points / 4),
    warp({ left, top, right, bottom }, lines, aside, axes) {
      const count = lines[0]?.length ?? 0;
      for (const [i, line] of lines.entries()) numbers.set(line, linesAt / 4 + i * count);
      numbers.set(aside.heights, heightsAt / 4);
      const rectangle = [left, top, right, bottom] as const;
      const asideNumbers = [aside.first, heightsAt, aside.heights.length, aside.above] as const;
      warpPoints(pointsAt, plane, ...rectangle, linesAt, count, ...asideNumbers, ...axes);
    },
    draw({ left, top, right, bottom }) {
      const [x, y] = [pointsAt, pointsAt + plane];
      drawCubicPoints(sourceAt, width, height, x, y, left, top, right, bottom, lumaAt);
      const halves = [left / 2, top / 2, right / 2, bottom / 2] as const;
      drawColourPoints(sourceAt + pixels, width / 2, height / 2, x, y, ...halves, blueAt, redAt);
    },
  };
}
