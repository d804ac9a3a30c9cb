import {
  allLanes,
  LINEAR_VARIABLES,
  type LinearPlane,
  linearSamples,
  locateLinear,
} from './linear-sample.ts';
import { FINE, FINE_BITS } from './triangle-pixel.ts';
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

/** A run of pixels in a row: row, first column, end column (exclusive), and whether the background may be visible. */
export const RUN_BYTES = 16;

/** Addresses, then lengths, then the mapping from pixels to the canvas and from there to where the head was. */
const PARAMETERS = {
  ...{ run: 'i32', end: 'i32', source: 'i32', alpha: 'i32', target: 'i32', background: 'i32', share: 'i32' },
  ...{ texels: 'i32', rows: 'i32', stride: 'i32', shares: 'i32', zero: 'i32' },
  ...{ canvasX: 'f32', canvasY: 'f32', canvasStep: 'f32', fine: 'f32' },
  ...{ shiftX: 'f32', shiftY: 'f32', xx: 'f32', xy: 'f32', yx: 'f32', yy: 'f32' },
} as const satisfies Record<string, Type>;

export type MovePixels = (...numbers: number[]) => void;

const VARIABLES = {
  ...LINEAR_VARIABLES,
  ...{ pixel: 'i32', left: 'i32', moved: 'i32', bytes: 'i32', value: 'v128', clear: 'v128' },
  ...{ canvas: 'v128', down: 'f32', byX: 'v128', byY: 'v128', weight: 'v128' },
} as const satisfies Record<string, Type>;
type Its = Record<keyof typeof PARAMETERS | keyof typeof VARIABLES, Variable>;

const planeOf = ({ source, texels, rows }: Its): LinearPlane => ({
  ...{ source, width: texels, height: rows },
  bits: FINE_BITS,
});

const PIXELS = 4;
const HALF = 1 << 15;
const float = (value: number): Code => f32x4.fromIntegers(allLanes(value));

/** Four bytes as 32-bit numbers. */
const WIDENED = [0, 1, 2, 3].flatMap((byte) => [byte, 16, 16, 16]);

/** Draws runs of pixels of the moved person over a background, four pixels at a time. */
export const MOVE_PIXELS = writeFunction(PARAMETERS, VARIABLES, (its) => {
  const [row, from] = [i32.load(0, its.run.get), i32.load(4, its.run.get)];
  const isEdge = i32.load(12, its.run.get);
  return [
    whileTrue(
      i32.lt(its.run.get, its.end.get),
      its.left.set(i32.sub(i32.load(8, its.run.get), from)),
      its.pixel.set(i32.add(i32.mul(row, its.stride.get), from)),
      its.moved.set(i32.add(its.share.get, i32.shl(i32.add(i32.mul(row, its.shares.get), from), i32.of(2)))),
      its.down.set(f32.add(its.canvasY.get, f32.mul(f32.fromInteger(row), its.canvasStep.get))),
      its.byX.set(f32x4.splat(f32.add(its.shiftX.get, f32.mul(its.xy.get, its.down.get)))),
      its.byY.set(f32x4.splat(f32.add(its.shiftY.get, f32.mul(its.yy.get, its.down.get)))),
      its.canvas.set(
        f32x4.add(
          f32x4.splat(its.canvasX.get),
          f32x4.mul(
            f32x4.fromIntegers(i32x4.add(i32x4.splat(from), v128.of(0, 1, 2, 3))),
            f32x4.splat(its.canvasStep.get),
          ),
        ),
      ),
      whileTrue(
        i32.gt(its.left.get, i32.of(0)),
        ...locate(its),
        its.value.set(linearSamples(its, planeOf(its), i32.of(0))),
        when(isEdge, ...overBackground(its)),
        ...store(its),
        its.pixel.add(PIXELS),
        its.moved.add(4 * PIXELS),
        its.left.add(-PIXELS),
        its.canvas.set(f32x4.add(its.canvas.get, f32x4.splat(f32.mul(its.canvasStep.get, f32.of(PIXELS))))),
      ),
      its.run.add(RUN_BYTES),
    ),
  ];
});

/** Sets the addresses of the texels that the pixels come from, and the shares of their neighbours. */
function locate(its: Its): Code[] {
  const fine = (place: Code) =>
    i32x4.truncated(f32x4.sub(f32x4.mul(place, f32x4.splat(its.fine.get)), float(FINE / 2)));
  const origin = (at: Code, by: Variable, turn: Variable) =>
    f32x4.add(
      at,
      f32x4.mul(its.weight.get, f32x4.add(by.get, f32x4.mul(f32x4.splat(turn.get), its.canvas.get))),
    );
  return [
    its.weight.set(v128.load(0, its.moved.get)),
    its.fineXs.set(fine(origin(its.canvas.get, its.byX, its.xx))),
    its.fineYs.set(fine(origin(f32x4.splat(its.down.get), its.byY, its.yx))),
    ...locateLinear(its, planeOf(its)),
  ];
}

/** The person is premultiplied with its alpha. */
function overBackground(its: Its): Code[] {
  const bytes = v128.load32(0, i32.add(its.background.get, its.pixel.get));
  const behind = i32x4.sub(v128.shuffle(WIDENED, bytes, allLanes(0)), i32x4.splat(its.zero.get));
  const alpha = linearSamples(its, planeOf(its), i32.sub(its.alpha.get, its.source.get));
  return [
    its.clear.set(i32x4.sub(allLanes(255), alpha)),
    // 257 / 65,536 is 1 / 255.
    its.clear.set(i32x4.mul(i32x4.mul(behind, its.clear.get), allLanes(257))),
    its.value.set(i32x4.add(its.value.get, i32x4.shr(i32x4.add(its.clear.get, allLanes(HALF)), i32.of(16)))),
  ];
}

function store(its: Its): Code[] {
  const target = i32.add(its.target.get, its.pixel.get);
  const byte = (place: number) =>
    when(
      i32.gt(its.left.get, i32.of(place)),
      i32.store8(place, target, i32.shr(its.bytes.get, i32.of(8 * place))),
    );
  return [
    its.bytes.set(i32x4.lane(0, i32x4.narrowed(its.value.get))),
    when(i32.ge(its.left.get, i32.of(PIXELS)), i32.store(0, target, its.bytes.get)),
    when(i32.lt(its.left.get, i32.of(PIXELS)), byte(0), byte(1), byte(2)),
  ];
}
