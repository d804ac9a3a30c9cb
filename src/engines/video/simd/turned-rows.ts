import { PHASE_BITS, PHASES } from '../mouth/resample.ts';
import {
  cubicSample,
  SAMPLE_PARAMETERS,
  SAMPLE_VARIABLES,
  WEIGHTS_BYTES,
  writeWeights,
} from './cubic-sample.ts';
import { openMemory, startFunction } from './memory.ts';
import { type Code, f64, i32, type Type, type Variable, when, whileTrue, writeFunction } from './wasm.ts';

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
  ...{ x: 'f64', y: 'f64', right: 'f64', down: 'f64', along: 'f64', across: 'f64', unseen: 'f64' },
} as const satisfies Record<string, Type>;
const VARIABLES = {
  ...SAMPLE_VARIABLES,
  ...{ pixel: 'i32', weight: 'f64', fromX: 'f64', fromY: 'f64', dx: 'f64', dy: 'f64' },
} as const satisfies Record<string, Type>;
type Its = Record<keyof typeof PARAMETERS | keyof typeof VARIABLES, Variable>;

const CUBIC = writeRows((its) =>
  cubicSample(its, i32.store8(0, i32.add(its.target.get, its.pixel.get), its.value.get)),
);
const LINEAR = writeRows(linearSamples);

/** `sample` draws the pixel whose source is at (`fineX`, `fineY`). */
function writeRows(sample: (its: Its) => Code[]): Uint8Array<ArrayBuffer> {
  return writeFunction(PARAMETERS, VARIABLES, (its) => {
    const fine = (place: Code, moved: Code) =>
      i32.truncated(f64.add(f64.mul(f64.sub(f64.fromInteger(place), moved), f64.of(PHASES)), f64.of(0.5)));
    const moved = (own: Code, shift: Code, turned: Code) =>
      f64.mul(its.weight.get, f64.add(f64.add(shift, f64.mul(own, its.along.get)), turned));
    const minus = (value: Code) => f64.mul(value, f64.of(-1));
    return [
      its.pixel.set(i32.add(i32.mul(its.row.get, its.width.get), its.column.get)),
      its.fromY.set(f64.sub(f64.fromInteger(its.row.get), its.y.get)),
      whileTrue(
        i32.lt(its.column.get, its.end.get),
        its.weight.set(f64.load32(0, i32.add(its.share.get, i32.shl(its.pixel.get, i32.of(2))))),
        its.fromX.set(f64.sub(f64.fromInteger(its.column.get), its.x.get)),
        its.dx.set(moved(its.fromX.get, its.right.get, minus(f64.mul(its.fromY.get, its.across.get)))),
        its.dy.set(moved(its.fromY.get, its.down.get, f64.mul(its.fromX.get, its.across.get))),
        when(
          f64.ge(f64.add(f64.abs(its.dx.get), f64.abs(its.dy.get)), its.unseen.get),
          its.fineX.set(fine(its.column.get, its.dx.get)),
          its.fineY.set(fine(its.row.get, its.dy.get)),
          ...sample(its),
        ),
        its.pixel.set(i32.add(its.pixel.get, i32.of(1))),
        its.column.set(i32.add(its.column.get, i32.of(1))),
      ),
    ];
  });
}

/** Two planes at the same position. Coordinates are clamped to the planes. */
function linearSamples(its: Its): Code[] {
  const least = (a: Code, b: Code) => i32.select(a, b, i32.lt(a, b));
  const clamped = (fine: Variable, length: Variable) => {
    const last = i32.sub(i32.mul(i32.sub(length.get, i32.of(1)), i32.of(PHASES)), i32.of(1));
    const below = least(fine.get, last);
    return fine.set(i32.select(below, i32.of(0), i32.gt(below, i32.of(0))));
  };
  const between = (a: Code, b: Code, share: Variable) =>
    i32.add(i32.mul(a, i32.sub(i32.of(PHASES), share.get)), i32.mul(b, share.get));
  const row = (at: Code) => between(i32.load8(0, at), i32.load8(1, at), its.left);
  const sample = (at: Code) =>
    i32.shr(
      i32.add(between(row(at), row(i32.add(at, its.width.get)), its.top), i32.of(1 << (2 * PHASE_BITS - 1))),
      i32.of(2 * PHASE_BITS),
    );
  const plane = i32.mul(its.width.get, its.height.get);
  const target = i32.add(its.target.get, its.pixel.get);
  return [
    clamped(its.fineX, its.width),
    clamped(its.fineY, its.height),
    its.at.set(
      i32.add(
        i32.add(its.source.get, i32.mul(i32.shr(its.fineY.get, i32.of(PHASE_BITS)), its.width.get)),
        i32.shr(its.fineX.get, i32.of(PHASE_BITS)),
      ),
    ),
    its.left.set(i32.and(its.fineX.get, i32.of(PHASES - 1))),
    its.top.set(i32.and(its.fineY.get, i32.of(PHASES - 1))),
    i32.store8(0, target, sample(its.at.get)),
    i32.store8(0, i32.add(target, plane), sample(i32.add(its.at.get, plane))),
  ];
}
