import { WEIGHTS_BYTES } from './layout.ts';
import { openMemory, startKernels } from './memory.ts';
import { writeWeights } from './resample.ts';

/** Draws pixels of a plane from anywhere in it. */
export type CubicPoints = {
  width: number;
  height: number;
  source: Uint8Array;
  /** Source position of each pixel to draw. */
  x: Float32Array;
  y: Float32Array;
  /** Samples `count` points from the point `from` on. A point at the very edge of the plane keeps what `into` has. */
  draw(from: number, count: number, into: Uint8Array): void;
};

export function createCubicPoints(width: number, height: number, points: number): CubicPoints {
  const sourceAt = WEIGHTS_BYTES;
  const xAt = sourceAt + 4 * Math.ceil((width * height) / 4);
  const yAt = xAt + 4 * points;
  const targetAt = yAt + 4 * points;
  const memory = openMemory(targetAt + width);
  const { drawCubicPoints } = startKernels(memory);
  writeWeights(memory.buffer);
  const target = new Uint8Array(memory.buffer, targetAt, width);
  return {
    width,
    height,
    source: new Uint8Array(memory.buffer, sourceAt, width * height),
    x: new Float32Array(memory.buffer, xAt, points),
    y: new Float32Array(memory.buffer, yAt, points),
    draw(from, count, into) {
      target.set(into);
      drawCubicPoints(sourceAt, width, height, xAt + 4 * from, yAt + 4 * from, targetAt, targetAt + count);
      into.set(target.subarray(0, count));
    },
  };
}
