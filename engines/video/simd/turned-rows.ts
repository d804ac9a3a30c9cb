import { WEIGHTS_BYTES } from './layout.ts';
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
  draw(rows: readonly Row[], turn: Turn): void;
};

type Plane = {
  share: Float32Array;
  width: number;
  height: number;
  /** Movements of fewer pixels than this are not drawn. */
  unseen: number;
};

/** Draws moved pixels of a plane like `cubicAt`. Pixels of the outermost two rows and columns stay. */
export const createCubicRows = (plane: Plane): TurnedRows => createRows('drawCubicRow', plane, 1);

/** Draws moved pixels of two planes, one behind the other, like `linearAt`. */
export const createLinearRows = (planes: Plane): TurnedRows => createRows('drawLinearRow', planes, 2);

function createRows(
  kernel: keyof Kernels,
  { share, width, height, unseen }: Plane,
  planes: number,
): TurnedRows {
  const pixels = width * height;
  const shareAt = WEIGHTS_BYTES;
  const sourceAt = WEIGHTS_BYTES + 4 * pixels;
  const targetAt = sourceAt + planes * pixels;
  const memory = openMemory(targetAt + planes * pixels);
  const { [kernel]: drawRow } = startKernels(memory);
  writeWeights(memory.buffer);
  new Float32Array(memory.buffer, shareAt, pixels).set(share);
  const places = [sourceAt, width, height, shareAt, targetAt] as const;
  return {
    source: new Uint8Array(memory.buffer, sourceAt, planes * pixels),
    target: new Uint8Array(memory.buffer, targetAt, planes * pixels),
    draw(rows, { x, y, right, down, along, across }) {
      for (const { row, from, to } of rows)
        drawRow(...places, row, from, to, x, y, right, down, along, across, unseen);
    },
  };
}
