import { CUBIC_WEIGHTS, PHASE_BITS, PHASES } from '../mouth/resample.ts';
import { type Code, i32, i32x4, type Type, type Variable, v128, when } from './wasm.ts';

/** Weights for two rows at once across, and for four rows down, at the beginning of the memory. */
const ACROSS_BYTES = 16;
const DOWN_BYTES = 32;
const ACROSS_AT = 0;
const DOWN_AT = ACROSS_AT + PHASES * ACROSS_BYTES;
export const WEIGHTS_BYTES = DOWN_AT + PHASES * DOWN_BYTES;
/** Bits of the products of two weights. */
const PRODUCT_BITS = 14;

/** The plane to sample, the position in `PHASES`, and what sampling needs. */
export const SAMPLE_PARAMETERS = { source: 'i32', width: 'i32', height: 'i32' } as const satisfies Record<
  string,
  Type
>;
export const SAMPLE_VARIABLES = {
  ...{ fineX: 'i32', fineY: 'i32', left: 'i32', top: 'i32', at: 'i32', value: 'i32' },
  ...{ weights: 'v128', sums: 'v128' },
} as const satisfies Record<string, Type>;
export type SampleName = keyof typeof SAMPLE_PARAMETERS | keyof typeof SAMPLE_VARIABLES;

export function writeWeights(memory: ArrayBuffer): void {
  const across = new Int16Array(memory, ACROSS_AT, PHASES * 8);
  const down = new Int32Array(memory, DOWN_AT, PHASES * 8);
  for (let phase = 0; phase < PHASES; phase += 1)
    for (let i = 0; i < 8; i += 1) {
      across[8 * phase + i] = CUBIC_WEIGHTS[4 * phase + (i & 3)] as number;
      down[8 * phase + i] = CUBIC_WEIGHTS[4 * phase + (i >> 1)] as number;
    }
}

/** Sets `value` like `cubicAt` and runs `use`, unless the position is too close to the edge of the plane. */
export function cubicSample(its: Record<SampleName, Variable>, ...use: Code[]): Code[] {
  const phaseOf = (position: Code, bytes: number) =>
    i32.mul(i32.and(position, i32.of(PHASES - 1)), i32.of(bytes));
  const rowAt = (row: number) => i32.add(its.at.get, i32.mul(its.width.get, i32.of(row)));
  /** Two rows of four pixels, weighted across: two sums for each. */
  const twoRows = (row: number) =>
    i32x4.dot(
      v128.widened(v128.load32Second(0, rowAt(row + 1), v128.load32(0, rowAt(row)))),
      its.weights.get,
    );
  const weightedDown = (row: number) =>
    i32x4.mul(twoRows(row), v128.load(DOWN_AT + 8 * row, phaseOf(its.fineY.get, DOWN_BYTES)));
  const isInside = i32.and(
    i32.and(i32.ge(its.left.get, i32.of(1)), i32.ge(its.top.get, i32.of(1))),
    i32.and(
      i32.ge(i32.sub(its.width.get, its.left.get), i32.of(3)),
      i32.ge(i32.sub(its.height.get, its.top.get), i32.of(3)),
    ),
  );
  const lane = (index: number) => i32x4.lane(index, its.sums.get);
  const sum = i32.add(i32.add(lane(0), lane(1)), i32.add(lane(2), lane(3)));
  return [
    its.left.set(i32.shr(its.fineX.get, i32.of(PHASE_BITS))),
    its.top.set(i32.shr(its.fineY.get, i32.of(PHASE_BITS))),
    when(
      isInside,
      its.at.set(
        i32.add(
          i32.add(its.source.get, i32.mul(i32.sub(its.top.get, i32.of(1)), its.width.get)),
          i32.sub(its.left.get, i32.of(1)),
        ),
      ),
      its.weights.set(v128.load(ACROSS_AT, phaseOf(its.fineX.get, ACROSS_BYTES))),
      its.sums.set(i32x4.add(weightedDown(0), weightedDown(2))),
      its.value.set(i32.shr(i32.add(sum, i32.of(1 << (PRODUCT_BITS - 1))), i32.of(PRODUCT_BITS))),
      its.value.set(i32.select(its.value.get, i32.of(0), i32.gt(its.value.get, i32.of(0)))),
      its.value.set(i32.select(its.value.get, i32.of(255), i32.lt(its.value.get, i32.of(255)))),
      ...use,
    ),
  ];
}
