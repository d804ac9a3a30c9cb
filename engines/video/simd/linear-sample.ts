import { type Code, i32, i32x4, type Type, type Variable, v128 } from './wasm.ts';

/** Positions of four pixels in a plane, then what sampling needs. */
export const LINEAR_VARIABLES = {
  ...{ fineXs: 'v128', fineYs: 'v128', acrossPair: 'v128', upper: 'v128' },
  ...{ p0: 'i32', p1: 'i32', p2: 'i32', p3: 'i32' },
} as const satisfies Record<string, Type>;
type Its = Record<keyof typeof LINEAR_VARIABLES, Variable>;

export type LinearPlane = {
  source: Variable;
  width: Variable;
  height: Variable;
  /** Of a fraction of a pixel. */
  bits: number;
};

export const allLanes = (value: number): Code => v128.of(value, value, value, value);

/** Finds the texels of the four positions, which are clamped to the plane. */
export function locateLinear(its: Its, { source, width, height, bits }: LinearPlane): Code[] {
  const clamped = (place: Variable, length: Variable) => {
    const last = i32.sub(i32.shl(i32.sub(length.get, i32.of(1)), i32.of(bits)), i32.of(1));
    return place.set(i32x4.most(i32x4.least(place.get, i32x4.splat(last)), allLanes(0)));
  };
  const whole = (place: Variable) => i32x4.shr(place.get, i32.of(bits));
  const part = (place: Variable) => v128.and(place.get, allLanes((1 << bits) - 1));
  const { fineXs, fineYs, acrossPair } = its;
  return [
    clamped(fineXs, width),
    clamped(fineYs, height),
    acrossPair.set(
      v128.or(i32x4.sub(allLanes(1 << bits), part(fineXs)), i32x4.shl(part(fineXs), i32.of(16))),
    ),
    fineXs.set(
      i32x4.add(
        i32x4.splat(source.get),
        i32x4.add(i32x4.mul(whole(fineYs), i32x4.splat(width.get)), whole(fineXs)),
      ),
    ),
    fineYs.set(part(fineYs)),
    ...[its.p0, its.p1, its.p2, its.p3].map((place, lane) => place.set(i32x4.lane(lane, fineXs.get))),
  ];
}

/** Bilinear samples at the four positions, of a plane that lies `offset` behind the source. */
export function linearSamples(its: Its, { width, bits }: LinearPlane, offset: Code): Code {
  const acrossRow = (from: Code): Code => {
    const pairs = [its.p0, its.p1, its.p2, its.p3].reduce(
      (into: Code, place, lane) => v128.load16Lane(lane, i32.add(place.get, from), into),
      allLanes(0),
    );
    return i32x4.dot(v128.widened(pairs), its.acrossPair.get);
  };
  const sum = i32x4.add(
    i32x4.shl(its.upper.get, i32.of(bits)),
    i32x4.mul(i32x4.sub(acrossRow(i32.add(offset, width.get)), its.upper.get), its.fineYs.get),
  );
  const rounded = i32x4.add(sum, allLanes(1 << (2 * bits - 1)));
  return [...its.upper.set(acrossRow(offset)), ...i32x4.shr(rounded, i32.of(2 * bits))];
}
