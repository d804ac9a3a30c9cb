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
  ...{ pixel: 'i32', left: 'i32', moved: 'i32', bytes: 'i32', p0: 'i32', p1: 'i32', p2: 'i32', p3: 'i32' },
  ...{ x: 'v128', y: 'v128', across: 'v128', value: 'v128', clear: 'v128', upper: 'v128' },
  ...{ canvas: 'v128', down: 'f32', byX: 'v128', byY: 'v128', weight: 'v128' },
} as const satisfies Record<string, Type>;
type Its = Record<keyof typeof PARAMETERS | keyof typeof VARIABLES, Variable>;

const PIXELS = 4;
const HALF = 1 << 15;
const all = (value: number): Code => v128.of(value, value, value, value);
const float = (value: number): Code => f32x4.fromIntegers(all(value));

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
        its.value.set(between(its, i32.of(0))),
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
  const clamped = (place: Variable, length: Variable) => {
    const last = i32x4.splat(i32.sub(i32.shl(i32.sub(length.get, i32.of(1)), i32.of(FINE_BITS)), i32.of(1)));
    return place.set(i32x4.most(i32x4.least(place.get, last), all(0)));
  };
  const whole = (place: Variable) => i32x4.shr(place.get, i32.of(FINE_BITS));
  const part = (place: Variable) => v128.and(place.get, all(FINE - 1));
  return [
    its.weight.set(v128.load(0, its.moved.get)),
    its.x.set(fine(origin(its.canvas.get, its.byX, its.xx))),
    its.y.set(fine(origin(f32x4.splat(its.down.get), its.byY, its.yx))),
    clamped(its.x, its.texels),
    clamped(its.y, its.rows),
    its.across.set(v128.or(i32x4.sub(all(FINE), part(its.x)), i32x4.shl(part(its.x), i32.of(16)))),
    its.x.set(
      i32x4.add(
        i32x4.splat(its.source.get),
        i32x4.add(i32x4.mul(whole(its.y), i32x4.splat(its.texels.get)), whole(its.x)),
      ),
    ),
    its.y.set(part(its.y)),
    its.p0.set(i32x4.lane(0, its.x.get)),
    its.p1.set(i32x4.lane(1, its.x.get)),
    its.p2.set(i32x4.lane(2, its.x.get)),
    its.p3.set(i32x4.lane(3, its.x.get)),
  ];
}

/** Bilinear samples of a plane that lies `offset` behind the source. */
function between(its: Its, offset: Code): Code {
  const acrossRow = (from: Code): Code => {
    const pairs = [its.p0, its.p1, its.p2, its.p3].reduce(
      (into: Code, place, lane) => v128.load16Lane(lane, i32.add(place.get, from), into),
      all(0),
    );
    return i32x4.dot(v128.widened(pairs), its.across.get);
  };
  const upper = its.upper.set(acrossRow(offset));
  const lower = acrossRow(i32.add(offset, its.texels.get));
  const sum = i32x4.add(
    i32x4.shl(its.upper.get, i32.of(FINE_BITS)),
    i32x4.mul(i32x4.sub(lower, its.upper.get), its.y.get),
  );
  return [...upper, ...i32x4.shr(i32x4.add(sum, all(HALF)), i32.of(2 * FINE_BITS))];
}

/** The person is premultiplied with its alpha. */
function overBackground(its: Its): Code[] {
  const bytes = v128.load32(0, i32.add(its.background.get, its.pixel.get));
  const behind = i32x4.sub(v128.shuffle(WIDENED, bytes, all(0)), i32x4.splat(its.zero.get));
  const alpha = between(its, i32.sub(its.alpha.get, its.source.get));
  return [
    its.clear.set(i32x4.sub(all(255), alpha)),
    // 257 / 65,536 is 1 / 255.
    its.clear.set(i32x4.mul(i32x4.mul(behind, its.clear.get), all(257))),
    its.value.set(i32x4.add(its.value.get, i32x4.shr(i32x4.add(its.clear.get, all(HALF)), i32.of(16)))),
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
