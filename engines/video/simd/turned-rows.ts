import { RUN_BYTES, WEIGHTS_BYTES } from './layout.ts';
import { type Kernels, openMemory, startKernels } from './memory.ts';
import { writeWeights } from './resample.ts';

/** Where the pixels of a picture come from: each is shifted by its share of a turn around (x, y). */
export type Turn = { x: number; y: number; right: number; down: number; along: number; across: number };
/** A row of pixels from its first to its end column (exclusive). */
export type Row = { row: number; from: number; to: number };

export type TurnedRows = {
  /** The pictures to draw from and into. */
  source: Uint8Array;
  target: Uint8Array;
  draw(turn: Turn): void;
};

type Plane = {
  share: Float32Array;
  /** Where pixels move. */
  rows: readonly Row[];
  width: number;
  height: number;
  /** Movements of fewer pixels than this are not drawn. */
  unseen: number;
};

/** Draws moved pixels of a plane like `cubicAt`. Pixels of the outermost two rows and columns stay. */
export const createCubicRows = (plane: Plane): TurnedRows => createRows('drawCubicRows', plane, 1);

/** Draws moved pixels of two planes, one behind the other, like `linearAt`. */
export const createLinearRows = (planes: Plane): TurnedRows => createRows('drawLinearRows', planes, 2);

function createRows(
  kernel: keyof Kernels,
  { share, rows, width, height, unseen }: Plane,
  planes: number,
): TurnedRows {
  const pixels = width * height;
  const shareAt = WEIGHTS_BYTES;
  const sourceAt = WEIGHTS_BYTES + 4 * pixels;
  const targetAt = sourceAt + planes * pixels;
  const runsAt = targetAt + RUN_BYTES * Math.ceil((planes * pixels) / RUN_BYTES);
  const memory = openMemory(runsAt + RUN_BYTES * rows.length);
  const { [kernel]: drawRows } = startKernels(memory);
  writeWeights(memory.buffer);
  new Float32Array(memory.buffer, shareAt, pixels).set(share);
  const runs = new Int32Array(memory.buffer, runsAt);
  for (const [i, { row, from, to }] of rows.entries()) runs.set([row, from, to], (i * RUN_BYTES) / 4);
  const end = runsAt + RUN_BYTES * rows.length;
  return {
    source: new Uint8Array(memory.buffer, sourceAt, planes * pixels),
    target: new Uint8Array(memory.buffer, targetAt, planes * pixels),
    draw({ x, y, right, down, along, across }) {
      const places = [runsAt, end, sourceAt, width, height, shareAt, targetAt] as const;
      drawRows(...places, unseen, x, y, right, down, along, across);
    },
  };
}
