import { type Code, f32, f32x4, i32, i32x4, type Type, type Variable, v128, when } from './wasm.ts';

/** Positions in a picture are in 256ths of a texel. A sprite's texel is luma, two colours and an unused byte. */
export const FINE_BITS = 8;
export const FINE = 1 << FINE_BITS;
export const TEXEL_BYTES = 4;

/** Weight of a pose that does not see a point: enough where no pose does, otherwise too small to notice. */
const UNSEEN = 0.001;
/** Points behind the lips with a visibility below `KNOWN` are dark: rgb(22, 9, 8). */
const KNOWN = 0.25;
const DARK = [26, 126, 134, 0] as const;

export const PARAMETERS = {
  ...{ triangle: 'i32', end: 'i32', poses: 'i32', vertices: 'i32', texels: 'i32', stride: 'i32' },
  ...{ luma: 'i32', blue: 'i32', red: 'i32', depth: 'i32', width: 'i32', height: 'i32' },
  ...{ colours: 'i32', places0: 'i32', places1: 'i32', places2: 'i32' },
  ...{ weight0: 'f32', weight1: 'f32', weight2: 'f32' },
} as const satisfies Record<string, Type>;

export const VARIABLES = {
  ...{ a: 'i32', b: 'i32', c: 'i32', other: 'i32', ofA: 'v128', ofB: 'v128', ofC: 'v128', edge: 'v128' },
  ...{ abx: 'i32', aby: 'i32', acx: 'i32', acy: 'i32', area: 'i32', perArea: 'f32' },
  ...{ left: 'i32', right: 'i32', row: 'i32', bottom: 'i32', column: 'i32', pixel: 'i32', at: 'i32' },
  ...{ rowB: 'i32', rowC: 'i32', insideB: 'i32', insideC: 'i32', shareB: 'v128', shareC: 'v128' },
  ...{ point: 'v128', near: 'f32', isGathered: 'i32', isSeen: 'i32', sum: 'f32', colour: 'v128' },
  ...{ weight: 'f32', sight: 'f32', texel: 'i32', across: 'v128', upper: 'v128', x: 'i32', y: 'i32' },
  ...{ a0: 'v128', b0: 'v128', c0: 'v128', a1: 'v128', b1: 'v128', c1: 'v128' },
  ...{ a2: 'v128', b2: 'v128', c2: 'v128', place: 'v128' },
} as const satisfies Record<string, Type>;
export type Its = Record<keyof typeof PARAMETERS | keyof typeof VARIABLES, Variable>;
export type Rank = { weight: Variable; places: Variable; a: Variable; b: Variable; c: Variable };

/** From two texels to pairs of 16-bit numbers, one for each channel. */
const CHANNELS = [0, 1, 2, 3].flatMap((channel) => [channel, 16, channel + TEXEL_BYTES, 16]);

const ONE = f32.of(1);

function interpolated({ shareB, shareC }: Its, a: Variable, b: Variable, c: Variable): Code {
  return f32x4.add(f32x4.add(a.get, f32x4.mul(shareB.get, b.get)), f32x4.mul(shareC.get, c.get));
}

/** Draws a pixel of the triangle, if nothing is in front of it. */
export function drawPixel(its: Its, ranks: Rank[]): Code[] {
  const shareOf = (inside: Variable) => f32x4.splat(f32.mul(f32.fromInteger(inside.get), its.perArea.get));
  const isColoured = i32.not(i32.and(i32.or(its.row.get, its.column.get), i32.of(1)));
  const chroma = i32.add(
    i32.mul(i32.shr(its.row.get, i32.of(1)), i32.shr(its.width.get, i32.of(1))),
    i32.shr(its.column.get, i32.of(1)),
  );
  /** `near` is what shows of the pixel below. */
  const paint = (plane: Variable, lane: number) => [
    its.texel.set(i32.add(plane.get, its.at.get)),
    i32.store8(
      0,
      its.texel.get,
      i32.truncated32(
        f32.add(
          f32.mul(f32.fromInteger(i32.load8(0, its.texel.get)), its.near.get),
          f32.add(f32x4.lane(lane, its.colour.get), f32.of(0.5)),
        ),
      ),
    ),
  ];
  return [
    its.shareB.set(shareOf(its.insideB)),
    its.shareC.set(shareOf(its.insideC)),
    its.point.set(interpolated(its, its.ofA, its.ofB, its.ofC)),
    its.near.set(f32x4.lane(2, its.point.get)),
    its.at.set(i32.add(its.depth.get, i32.shl(its.pixel.get, i32.of(2)))),
    when(
      f32.lt(its.near.get, f32.load(0, its.at.get)),
      f32.store(0, its.at.get, its.near.get),
      when(i32.not(its.isGathered.get), its.isGathered.set(i32.of(1)), ...gather(its, ranks)),
      its.sum.set(f32.of(0)),
      its.colour.set(v128.of(0, 0, 0, 0)),
      ...ranks.map((rank, i) => when(i32.gt(its.colours.get, i32.of(i)), ...addColour(its, rank))),
      when(
        i32.and(i32.load16(6, its.triangle.get), f32.lt(its.sum.get, f32.of(KNOWN))),
        its.near.set(f32.mul(f32.sub(f32.of(KNOWN), its.sum.get), f32.of(FINE))),
        its.sum.set(f32.of(KNOWN)),
        its.colour.set(
          f32x4.add(
            its.colour.get,
            f32x4.mul(f32x4.splat(its.near.get), f32x4.fromIntegers(v128.of(...DARK))),
          ),
        ),
      ),
      its.near.set(f32x4.lane(3, its.point.get)),
      its.colour.set(
        f32x4.mul(its.colour.get, f32x4.splat(f32.div(its.near.get, f32.mul(its.sum.get, f32.of(FINE))))),
      ),
      its.near.set(f32.sub(ONE, its.near.get)),
      its.at.set(its.pixel.get),
      ...paint(its.luma, 0),
      when(isColoured, its.at.set(chroma), ...paint(its.blue, 1), ...paint(its.red, 2)),
    ),
  ];
}

/** Collects for each colour the triangle's position in its sprite, and whether all poses see all of it. */
function gather(its: Its, ranks: Rank[]): Code[] {
  const sightBelow1 = (place: Variable) => f32.lt(f32x4.lane(2, place.get), ONE);
  return [
    its.isSeen.set(i32.of(1)),
    ...ranks.map(({ places, a, b, c }, i) =>
      when(
        i32.gt(its.colours.get, i32.of(i)),
        a.set(v128.load(0, i32.add(places.get, its.a.get))),
        b.set(v128.load(0, i32.add(places.get, its.b.get))),
        c.set(v128.load(0, i32.add(places.get, its.c.get))),
        when(i32.or(i32.or(sightBelow1(a), sightBelow1(b)), sightBelow1(c)), its.isSeen.set(i32.of(0))),
        b.set(f32x4.sub(b.get, a.get)),
        c.set(f32x4.sub(c.get, a.get)),
      ),
    ),
  ];
}

/** Adds a bilinear sample of four texels, times `FINE` and the weight of the pose. */
function addColour(its: Its, { weight, a, b, c }: Rank): Code[] {
  const { sight } = its;
  const clamped = f32.least(f32.most(f32x4.lane(2, its.place.get), f32.of(0)), ONE);
  const seen = f32.mul(f32.mul(sight.get, sight.get), f32.sub(f32.of(3), f32.add(sight.get, sight.get)));
  const part = (place: Variable) => i32.and(place.get, i32.of(FINE - 1));
  const whole = (place: Variable) => i32.shr(place.get, i32.of(FINE_BITS));
  /** Two neighbours of each channel, weighted across. */
  const acrossRow = (address: Code) =>
    f32x4.fromIntegers(
      i32x4.dot(v128.shuffle(CHANNELS, v128.load64(0, address), v128.of(0, 0, 0, 0)), its.across.get),
    );
  const rowBytes = i32.mul(its.stride.get, i32.of(TEXEL_BYTES));
  const down = f32x4.splat(f32.mul(f32.fromInteger(part(its.y)), f32.of(1 / FINE)));
  return [
    its.place.set(interpolated(its, a, b, c)),
    its.weight.set(weight.get),
    when(
      i32.not(its.isSeen.get),
      sight.set(clamped),
      its.weight.set(f32.mul(its.weight.get, f32.add(seen, f32.of(UNSEEN)))),
    ),
    its.sum.set(f32.add(its.sum.get, its.weight.get)),
    its.place.set(i32x4.truncated(its.place.get)),
    its.x.set(i32x4.lane(0, its.place.get)),
    its.y.set(i32x4.lane(1, its.place.get)),
    its.texel.set(
      i32.add(
        its.texels.get,
        i32.mul(i32.add(i32.mul(whole(its.y), its.stride.get), whole(its.x)), i32.of(TEXEL_BYTES)),
      ),
    ),
    its.across.set(i32x4.splat(i32.or(i32.sub(i32.of(FINE), part(its.x)), i32.shl(part(its.x), i32.of(16))))),
    its.upper.set(acrossRow(its.texel.get)),
    its.place.set(acrossRow(i32.add(its.texel.get, rowBytes))),
    its.place.set(f32x4.add(its.upper.get, f32x4.mul(f32x4.sub(its.place.get, its.upper.get), down))),
    its.colour.set(f32x4.add(its.colour.get, f32x4.mul(its.place.get, f32x4.splat(its.weight.get)))),
  ];
}
