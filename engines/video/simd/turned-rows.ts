import { PHASE_BITS, PHASES } from '../mouth/resample.ts';
import {
  cubicSample,
  SAMPLE_PARAMETERS,
  SAMPLE_VARIABLES,
  WEIGHTS_BYTES,
  writeWeights,
} from './cubic-sample.ts';
import { LINEAR_VARIABLES, linearSamples, locateLinear } from './linear-sample.ts';
import { openMemory, startFunction } from './memory.ts';
import {
  type Code,
  f32,
  f32x4,
  i32,
  i32x4,
  type Type,
  type Variable,
  v128,
  when,
  whileTrue,
  writeFunction,
} from './wasm.ts';

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
  /** In pixels. Smaller movements are not drawn. */
  unseen: number;
};

/** Draws moved pixels of a plane like `cubicAt`. Pixels of the outermost two rows and columns stay. */
export const createCubicRows = (plane: Plane): TurnedRows => createRows(CUBIC, plane, 1);

/** Draws moved pixels of two planes, one behind the other, like `linearAt`. */
export const createLinearRows = (planes: Plane): TurnedRows => createRows(LINEAR, planes, 2);

function createRows(
  code: Uint8Array<ArrayBuffer>,
  { share, width, height, unseen }: Plane,
  planes: number,
): TurnedRows {
  const pixels = width * height;
  const [shareAt, sourceAt] = [WEIGHTS_BYTES, WEIGHTS_BYTES + 4 * pixels];
  const targetAt = sourceAt + planes * pixels;
  const memory = openMemory(targetAt + planes * pixels);
  const run = startFunction<(...numbers: number[]) => void>(code, memory);
  writeWeights(memory.buffer);
  new Float32Array(memory.buffer, shareAt, pixels).set(share);
  const places = [sourceAt, width, height, shareAt, targetAt] as const;
  return {
    source: new Uint8Array(memory.buffer, sourceAt, planes * pixels),
    target: new Uint8Array(memory.buffer, targetAt, planes * pixels),
    draw(rows, { x, y, right, down, along, across }) {
      for (const { row, from, to } of rows)
        run(...places, row, from, to, x, y, right, down, along, across, unseen);
    },
  };
}

const PARAMETERS = {
  ...SAMPLE_PARAMETERS,
  ...{ share: 'i32', target: 'i32', row: 'i32', column: 'i32', end: 'i32' },
  ...{ x: 'f32', y: 'f32', right: 'f32', down: 'f32', along: 'f32', across: 'f32', unseen: 'f32' },
} as const satisfies Record<string, Type>;
const VARIABLES = {
  ...SAMPLE_VARIABLES,
  ...LINEAR_VARIABLES,
  ...{ pixel: 'i32', fromY: 'f32', rowX: 'v128', rowY: 'v128', weight: 'v128', fromX: 'v128' },
  ...{ dx: 'v128', dy: 'v128', moved: 'v128', columns: 'v128' },
} as const satisfies Record<string, Type>;
type Its = Record<keyof typeof PARAMETERS | keyof typeof VARIABLES, Variable>;

const PIXELS = 4;

/** Runs `draw` for each of the four pixels that is in the row and has moved. */
function eachMoved(its: Its, draw: (lane: number) => Code[]): Code[] {
  return Array.from({ length: PIXELS }, (_, lane) =>
    when(
      i32.and(
        i32.lt(i32.add(its.column.get, i32.of(lane)), its.end.get),
        f32.ge(f32x4.lane(lane, its.moved.get), its.unseen.get),
      ),
      ...draw(lane),
    ),
  );
}

const CUBIC = writeRows((its) =>
  eachMoved(its, (lane) => [
    its.fineX.set(i32x4.lane(lane, its.fineXs.get)),
    its.fineY.set(i32x4.lane(lane, its.fineYs.get)),
    ...cubicSample(its, i32.store8(lane, i32.add(its.target.get, its.pixel.get), its.value.get)),
  ]),
);
/** Two planes at the same position. */
const LINEAR = writeRows((its) => {
  const plane = { source: its.source, width: its.width, height: its.height, bits: PHASE_BITS };
  const other = i32.mul(its.width.get, its.height.get);
  const first = i32.add(its.target.get, its.pixel.get);
  const byte = (values: Variable, lane: number) => i32x4.lane(lane, values.get);
  return [
    ...locateLinear(its, plane),
    its.dx.set(linearSamples(its, plane, i32.of(0))),
    its.dy.set(linearSamples(its, plane, other)),
    ...eachMoved(its, (lane) => [
      i32.store8(lane, first, byte(its.dx, lane)),
      i32.store8(lane, i32.add(first, other), byte(its.dy, lane)),
    ]),
  ];
});

/** Positions are computed for four pixels at a time, as `fineXs` and `fineYs`. `sample` draws those from `column` on. */
function writeRows(sample: (its: Its) => Code[]): Uint8Array<ArrayBuffer> {
  return writeFunction(PARAMETERS, VARIABLES, (its) => {
    const fine = (place: Code, moved: Variable) =>
      i32x4.add(
        i32x4.shl(place, i32.of(PHASE_BITS)),
        i32x4.truncated(
          f32x4.floor(f32x4.sub(f32x4.splat(f32.of(0.5)), f32x4.mul(moved.get, f32x4.splat(f32.of(PHASES))))),
        ),
      );
    const moved = (row: Variable, turn: Variable) =>
      f32x4.mul(its.weight.get, f32x4.add(row.get, f32x4.mul(its.fromX.get, f32x4.splat(turn.get))));
    const turned = (turn: Variable) => f32.mul(its.fromY.get, turn.get);
    return [
      its.pixel.set(i32.add(i32.mul(its.row.get, its.width.get), its.column.get)),
      its.fromY.set(f32.sub(f32.fromInteger(its.row.get), its.y.get)),
      its.rowX.set(f32x4.splat(f32.sub(its.right.get, turned(its.across)))),
      its.rowY.set(f32x4.splat(f32.add(its.down.get, turned(its.along)))),
      whileTrue(
        i32.lt(its.column.get, its.end.get),
        its.weight.set(v128.load(0, i32.add(its.share.get, i32.shl(its.pixel.get, i32.of(2))))),
        its.columns.set(i32x4.add(i32x4.splat(its.column.get), v128.of(0, 1, 2, 3))),
        its.fromX.set(f32x4.sub(f32x4.fromIntegers(its.columns.get), f32x4.splat(its.x.get))),
        its.dx.set(moved(its.rowX, its.along)),
        its.dy.set(moved(its.rowY, its.across)),
        its.moved.set(f32x4.add(f32x4.abs(its.dx.get), f32x4.abs(its.dy.get))),
        its.fineXs.set(fine(its.columns.get, its.dx)),
        its.fineYs.set(fine(i32x4.splat(its.row.get), its.dy)),
        ...sample(its),
        its.pixel.add(PIXELS),
        its.column.add(PIXELS),
      ),
    ];
  });
}
