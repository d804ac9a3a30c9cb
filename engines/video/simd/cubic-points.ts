import { PHASES } from '../mouth/resample.ts';
import {
  cubicSample,
  SAMPLE_PARAMETERS,
  SAMPLE_VARIABLES,
  WEIGHTS_BYTES,
  writeWeights,
} from './cubic-sample.ts';
import { openMemory, startFunction } from './memory.ts';
import { type Code, f64, i32, whileTrue, writeFunction } from './wasm.ts';

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
  const run = startFunction<(...numbers: number[]) => void>(CODE, memory);
  writeWeights(memory.buffer);
  const target = new Uint8Array(memory.buffer, targetAt, width);
  return {
    ...{ width, height },
    source: new Uint8Array(memory.buffer, sourceAt, width * height),
    x: new Float32Array(memory.buffer, xAt, points),
    y: new Float32Array(memory.buffer, yAt, points),
    draw(from, count, into) {
      target.set(into);
      run(sourceAt, width, height, xAt + 4 * from, yAt + 4 * from, targetAt, targetAt + count);
      into.set(target.subarray(0, count));
    },
  };
}

const CODE = writeFunction(
  { ...SAMPLE_PARAMETERS, x: 'i32', y: 'i32', target: 'i32', end: 'i32' },
  SAMPLE_VARIABLES,
  (its) => {
    const fine = (place: Code) =>
      i32.truncated(f64.add(f64.mul(f64.load32(0, place), f64.of(PHASES)), f64.of(0.5)));
    return [
      whileTrue(
        i32.lt(its.target.get, its.end.get),
        its.fineX.set(fine(its.x.get)),
        its.fineY.set(fine(its.y.get)),
        ...cubicSample(its, i32.store8(0, its.target.get, its.value.get)),
        its.x.set(i32.add(its.x.get, i32.of(4))),
        its.y.set(i32.add(its.y.get, i32.of(4))),
        its.target.set(i32.add(its.target.get, i32.of(1))),
      ),
    ];
  },
);
